package upslope

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Comment is what a member says about an opportunity.
type Comment struct {
	ID        string    `json:"id"`
	InsightID string    `json:"insightId"`
	UserID    string    `json:"userId"` // "" once the person is gone
	Author    string    `json:"author"`
	Text      string    `json:"text"`
	Mentions  []string  `json:"mentions"` // ids of members
	CreatedAt time.Time `json:"createdAt"`
}

// Limits of comments.
const (
	maxComment  = 4000
	MaxComments = 500 // of an opportunity
)

// Person is a member as others name them, and the sites that they see.
type Person struct {
	ID, Email, FirstName, LastName string
	Role                           Role
	SiteIDs                        []string // of a client
}

// Name is how a person is called on screen.
func (p Person) Name() string {
	if name := strings.TrimSpace(p.FirstName + " " + p.LastName); name != "" {
		return name
	}
	return p.Email
}

// Sees reports whether the person may see a site of the account.
func (p Person) Sees(siteID string) bool {
	return p.Role != Client || slices.Contains(p.SiteIDs, siteID)
}

// CleanComment trims a comment and validates it. Its Error names the field.
func CleanComment(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case text == "":
		return "", FieldErrorf("text", "Write a comment first.")
	case utf8.RuneCountInString(text) > maxComment:
		return "", FieldErrorf("text", "Use at most %d characters for a comment.", maxComment)
	case !printable(strings.NewReplacer("\n", " ", "\t", " ").Replace(text)):
		return "", FieldErrorf("text", "The comment has characters that cannot be shown.")
	}
	return text, nil
}

// mentionedEmail is an address after an @.
var mentionedEmail = regexp.MustCompile(`^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+`)

// Mentioned returns the people whom a comment about a site mentions: by @ and their email address or name.
// Other words after an @ are text. Its Error says who cannot be mentioned.
func Mentioned(text string, people []Person, siteID string) ([]Person, error) {
	var found []Person
	for i := 0; i < len(text); i++ {
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		if text[i] != '@' || i > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before)) {
			continue
		}
		person, length := personAt(text[i+1:], people)
		if email := mentionedEmail.FindString(text[i+1:]); len(email) > length {
			return nil, FieldErrorf("text", "%s is not a member of this account. Invite them first, or leave the @ out.", strings.TrimRight(email, "."))
		}
		if length == 0 {
			continue
		}
		if !person.Sees(siteID) {
			return nil, FieldErrorf("text", "%s can’t see this site. Give them access first, or mention somebody else.", person.Name())
		}
		if !slices.ContainsFunc(found, func(one Person) bool { return one.ID == person.ID }) {
			found = append(found, person)
		}
		i += length
	}
	return found, nil
}

// personAt returns whose address or name a text begins with, the longest, and its length.
func personAt(text string, people []Person) (person Person, length int) {
	for _, one := range people {
		for _, name := range []string{one.Email, one.Name(), one.FirstName} {
			if len(name) <= length || len(name) > len(text) || !strings.EqualFold(text[:len(name)], name) {
				continue
			}
			if next, _ := utf8.DecodeRuneInString(text[len(name):]); next != utf8.RuneError && (unicode.IsLetter(next) || unicode.IsDigit(next)) {
				continue
			}
			person, length = one, len(name)
		}
	}
	return person, length
}
