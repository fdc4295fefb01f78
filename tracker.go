package upslope

import (
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Tracker is a project of an issue tracker, to which an account sends opportunities as issues.
type Tracker struct {
	ID        string    `json:"id"`
	AccountID string    `json:"-"`
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`    // GitHubTracker, JiraTracker or LinearTracker
	Project   string    `json:"project"` // owner/repository, the key of a Jira project or of a Linear team
	BaseURL   string    `json:"baseUrl"` // of a Jira site; "" for others
	Email     string    `json:"email"`   // of the Jira user whose token it is; "" for others
	Problem   string    `json:"problem"` // why it does not work, a sentence; "" when it does
	Secret    []byte    `json:"-"`       // the token, encrypted
	KeyID     int64     `json:"-"`
	CreatedAt time.Time `json:"createdAt"`
}

// The kinds of trackers.
const (
	GitHubTracker = "github"
	JiraTracker   = "jira"
	LinearTracker = "linear"
)

// MaxTrackers is how many trackers an account may have.
const MaxTrackers = 20

// TrackerIssue is an opportunity as an issue of a tracker.
type TrackerIssue struct {
	ID        string    `json:"id"`
	AccountID string    `json:"-"`
	TrackerID string    `json:"trackerId"`
	InsightID string    `json:"-"`
	Key       string    `json:"key"`    // such as #12 or WEB-12
	RemoteID  string    `json:"-"`      // what its API calls it
	URL       string    `json:"url"`    // where people open it
	Status    string    `json:"status"` // TrackerIssueOpen, TrackerIssueDone or TrackerIssueGone
	CheckedAt time.Time `json:"checkedAt"`
	CreatedAt time.Time `json:"createdAt"`
}

// The states of an issue of a tracker.
const (
	TrackerIssueOpen = "open"
	TrackerIssueDone = "done"
	TrackerIssueGone = "gone" // it was deleted there, or closed without being done
)

var (
	gitHubRepository = regexp.MustCompile(`^[A-Za-z0-9-]{1,39}/[A-Za-z0-9._-]{1,100}$`)
	projectKey       = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,30}$`)
)

// Clean trims and validates what its owner says. Local addresses are refused unless private allows them.
func (t *Tracker) Clean(private bool) error {
	for _, text := range []*string{&t.Name, &t.Project, &t.BaseURL, &t.Email} {
		*text = strings.TrimSpace(*text)
	}
	if t.Name == "" || utf8.RuneCountInString(t.Name) > 100 || !printable(t.Name) {
		return FieldErrorf("name", "Enter a name of at most 100 characters.")
	}
	switch t.Kind {
	case GitHubTracker:
		t.Project = strings.TrimSuffix(strings.TrimPrefix(t.Project, "https://github.com/"), "/")
		if !gitHubRepository.MatchString(t.Project) {
			return FieldErrorf("project", "Enter the repository as owner/repository, such as acme/website.")
		}
	case JiraTracker:
		if t.Project = strings.ToUpper(t.Project); !projectKey.MatchString(t.Project) {
			return FieldErrorf("project", "Enter the key of the Jira project, such as WEB.")
		}
		return t.cleanJira(private)
	case LinearTracker:
		if t.Project = strings.ToUpper(t.Project); !projectKey.MatchString(t.Project) {
			return FieldErrorf("project", "Enter the identifier of the Linear team, such as WEB.")
		}
	default:
		return FieldErrorf("kind", "Choose github, jira or linear.")
	}
	t.BaseURL, t.Email = "", ""
	return nil
}

func (t *Tracker) cleanJira(private bool) error {
	site, err := url.Parse(t.BaseURL)
	switch {
	case err != nil || site.Hostname() == "" || site.User != nil || len(t.BaseURL) > 300 || site.Scheme != "https" && !(private && site.Scheme == "http"):
		return FieldErrorf("baseUrl", "Enter the address of your Jira site, such as https://acme.atlassian.net.")
	case !private && internalHost(site.Hostname()):
		return FieldErrorf("baseUrl", "This address is inside a network. Enter one that the internet can reach.")
	case !strings.Contains(t.Email, "@") || len(t.Email) > 300 || !printable(t.Email):
		return FieldErrorf("email", "Enter the email address of the Jira user whose token this is.")
	}
	t.BaseURL = site.Scheme + "://" + site.Host
	return nil
}
