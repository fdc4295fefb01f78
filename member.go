package upslope

import (
	"net/mail"
	"slices"
	"strings"
	"time"
)

// Role is what a member may do in an account.
type Role string

// The roles, from the one that may do everything to the one that sees chosen sites only.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Editor Role = "member"
	Viewer Role = "viewer"
	Client Role = "client"
)

var roles = []Role{Client, Viewer, Editor, Admin, Owner}

// Valid reports whether the role exists.
func (r Role) Valid() bool { return slices.Contains(roles, r) }

// AtLeast reports whether the role may do all that another one may.
func (r Role) AtLeast(other Role) bool { return slices.Index(roles, r) >= slices.Index(roles, other) }

// Membership is an account that a person may use.
type Membership struct {
	AccountID   string    `json:"id"`
	Name        string    `json:"name"` // its brand, else its owner's email address
	Role        Role      `json:"role"`
	SiteIDs     []string  `json:"siteIds"` // of a client: the sites they see
	Plan        string    `json:"-"`
	TrialEndsAt time.Time `json:"-"`
}

// Member is a person of an account.
type Member struct {
	ID              string    `json:"id"`
	Email           string    `json:"email"`
	FirstName       string    `json:"firstName"`
	LastName        string    `json:"lastName"`
	ProfileImageURL string    `json:"profileImageUrl"`
	Role            Role      `json:"role"`
	SiteIDs         []string  `json:"siteIds"`   // of a client
	ClientIDs       []string  `json:"clientIds"` // of a client: they see all sites of these
	JoinedAt        time.Time `json:"joinedAt"`
}

// MemberWork is how much open work a member has, on all sites.
type MemberWork struct {
	Opportunities int64 `json:"opportunities"` // open and in progress
	Steps         int64 `json:"steps"`         // not done, of these and of others' opportunities
}

// NoMember names nobody, where a member is asked for.
const NoMember = "nobody"

// Invitation invites a person to an account, for seven days and once.
type Invitation struct {
	ID        string    `json:"id"`
	AccountID string    `json:"-"`
	Email     string    `json:"email"`
	Role      Role      `json:"role"`
	SiteIDs   []string  `json:"siteIds"`   // of a client
	ClientIDs []string  `json:"clientIds"` // of a client: they see all sites of these
	InvitedBy string    `json:"invitedBy"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// InvitationOffer is what an invitation's link says before somebody accepts it.
type InvitationOffer struct {
	Account   string    `json:"account"`   // its name, or its owner's email address
	InvitedBy string    `json:"invitedBy"` // "" once they were deleted
	Role      Role      `json:"role"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Limits of an account's people.
const (
	MaxMembers         = 200 // with those invited
	InvitationLifetime = 7 * 24 * time.Hour
)

// MemberChange is what a request wants to change of a member.
type MemberChange struct {
	Role      Role
	SiteIDs   []string
	ClientIDs []string
}

// Clean validates the role, and the sites and clients, which only clients have. Its Error names the field.
func (m *MemberChange) Clean() error {
	slices.Sort(m.SiteIDs)
	slices.Sort(m.ClientIDs)
	m.SiteIDs, m.ClientIDs = slices.Compact(m.SiteIDs), slices.Compact(m.ClientIDs)
	switch {
	case !m.Role.Valid():
		return FieldErrorf("role", "Choose a role: owner, admin, member, viewer or client.")
	case m.Role == Client && len(m.SiteIDs)+len(m.ClientIDs) == 0:
		return FieldErrorf("siteIds", "Choose the sites that the client may see.")
	case m.Role != Client && len(m.SiteIDs) > 0:
		return FieldErrorf("siteIds", "Only clients are limited to sites; leave siteIds out.")
	case m.Role != Client && len(m.ClientIDs) > 0:
		return FieldErrorf("clientIds", "Only people of the role client see a client's sites only; leave clientIds out.")
	}
	return nil
}

// CleanEmail trims an email address and writes it in lower case. Its Error names the field.
func CleanEmail(text string) (string, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text || len(text) > 254 || !strings.Contains(text[strings.LastIndexByte(text, '@'):], ".") {
		return "", FieldErrorf("email", "Enter an email address, such as sam@example.com.")
	}
	return text, nil
}

// Choose returns the user as a member of one of their accounts; id "" is their own one. NotFound without it.
func (u User) Choose(id string) (User, error) {
	if id == "" {
		return u, nil
	}
	for _, m := range u.Memberships {
		if m.AccountID == id {
			u.AccountID, u.Role, u.SiteIDs, u.Plan, u.TrialEndsAt = m.AccountID, m.Role, m.SiteIDs, m.Plan, m.TrialEndsAt
			return u, nil
		}
	}
	return u, Errorf(NotFound, "This account does not exist, or you are not a member of it.")
}

// Sees reports whether the user may see a site of their account.
func (u User) Sees(siteID string) bool { return u.Role != Client || slices.Contains(u.SiteIDs, siteID) }
