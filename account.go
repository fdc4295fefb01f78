package upslope

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Account owns sites and pays. Every row, cache key and query carries its ID.
type Account struct {
	ID          string
	Plan        string // "" while on trial, else seo, ads or both
	TrialEndsAt time.Time
}

// Entitled returns nil while the account has a plan or its trial runs, else a PaymentRequired Error.
// Reading never asks this: after a trial everything stays readable.
func (a Account) Entitled(now time.Time) error {
	if a.Plan != "" || now.Before(a.TrialEndsAt) {
		return nil
	}
	return Errorf(PaymentRequired, "Your free trial has ended. Choose a plan to go on; everything you have stays readable.")
}

// Feature is something that plans have or have not.
type Feature string

// The features. What no feature names, such as Analytics, reports and reading, every plan has.
const (
	SearchConsoleFeature Feature = "search_console" // reading it, and what is found in it alone
	CrawlFeature         Feature = "crawl"          // technical SEO
	PageSpeedFeature     Feature = "pagespeed"
	SemrushFeature       Feature = "semrush"
	AdsFeature           Feature = "ads"
	CompetitorsFeature   Feature = "competitors"
)

// features says which plans have what (product.md, section 9), what each is called in a sentence, and what is read for it: the crawl, a
// provider, or one of its reports. Nothing else in the product says so again.
var features = []struct {
	id     Feature
	name   string
	plans  []string
	source string
}{
	{SearchConsoleFeature, "Search Console", []string{"seo", "both"}, GSC},
	{CrawlFeature, "Technical SEO analysis", []string{"seo", "both"}, "crawl"},
	{PageSpeedFeature, "PageSpeed", []string{"seo", "both"}, PageSpeed},
	{SemrushFeature, "Semrush", []string{"seo", "both"}, Semrush},
	{AdsFeature, "Google Ads", []string{"ads", "both"}, GAds},
	{CompetitorsFeature, "Competitor analysis", []string{"both"}, Semrush + "_competitors"},
}

// Has says whether the account may use a feature now: a trial has them all. A nil error is yes, PaymentRequired says which plans have it.
func (a Account) Has(feature Feature, now time.Time) error {
	if err := a.Entitled(now); err != nil || a.Plan == "" {
		return err
	}
	for _, it := range features {
		if it.id == feature && !slices.Contains(it.plans, a.Plan) {
			return Errorf(PaymentRequired, "%s is part of %s. Change your plan in Settings, under Billing; what you have stays readable.", it.name, plansOf(it.plans))
		}
	}
	return nil
}

// MayRead says whether the account may have a source read now: the crawl, a provider, or one of its reports such as gsc_pages. What is no
// feature's every plan has. The error is that of Has.
func (a Account) MayRead(source string, now time.Time) error {
	if err := a.Entitled(now); err != nil {
		return err
	}
	for _, it := range features {
		if source == it.source || strings.HasPrefix(source, it.source+"_") {
			if err := a.Has(it.id, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// FeatureState is a feature as an account has it.
type FeatureState struct {
	ID     Feature `json:"id"`
	Source string  `json:"source"` // what is read for it: crawl, a provider, or one of its reports
	Has    bool    `json:"has"`
	PartOf string  `json:"partOf"` // the plans that have it, in words: Part of the SEO and Complete plans
	Why    string  `json:"why"`    // why the account has it not, one sentence; "" while it has
}

// Features are all features as the account has them now.
func (a Account) Features(now time.Time) []FeatureState {
	states := make([]FeatureState, len(features))
	for i, it := range features {
		states[i] = FeatureState{ID: it.id, Source: it.source, Has: true, PartOf: "Part of " + plansOf(it.plans)}
		if err := a.Has(it.id, now); err != nil {
			states[i].Has, states[i].Why = false, err.Error()
		}
	}
	return states
}

// plansOf names plans in a sentence.
func plansOf(ids []string) string {
	var names []string
	for _, plan := range Plans {
		if slices.Contains(ids, plan.ID) {
			names = append(names, plan.Name)
		}
	}
	if len(names) == 1 {
		return "the " + names[0] + " plan"
	}
	return "the " + strings.Join(names, " and ") + " plans"
}

// Identity is what a verified session says about the person behind a request.
type Identity struct {
	Subject   string // Clerk's user id, user_…
	SessionID string // sess_…
	Email     string
	FirstName string
	LastName  string
	ImageURL  string
	IssuedAt  time.Time // when its token was made
}

// Persons are hashes of who somebody is, the first of the subject and the second, when it is known, of the e-mail address. They tell who has
// been here before, and outlive their account.
func (i Identity) Persons() [][]byte {
	hash := func(kind, text string) []byte {
		sum := sha256.Sum256([]byte(kind + "\x00" + text))
		return sum[:]
	}
	persons := [][]byte{hash("subject", i.Subject)}
	if i.Email != "" {
		persons = append(persons, hash("email", mailbox(i.Email)))
	}
	return persons
}

// mailbox is where mail to an address ends up: the addresses that one person has by writing theirs in another way are one.
func mailbox(address string) string {
	name, domain, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), "@")
	if !found {
		return name
	}
	name, _, _ = strings.Cut(name, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		name, domain = strings.ReplaceAll(name, ".", ""), "gmail.com"
	}
	return name + "@" + domain
}

// User is a person who signs in; one account each, with the role owner.
type User struct {
	ID              string    `json:"id"`
	AccountID       string    `json:"-"`
	Email           string    `json:"email"`
	FirstName       string    `json:"firstName"`
	LastName        string    `json:"lastName"`
	ProfileImageURL string    `json:"profileImageUrl"`
	Role            string    `json:"role"`
	Plan            string    `json:"plan"`
	TrialEndsAt     time.Time `json:"trialEndsAt"`
}

// APIToken lets a program make calls for an account. The token itself is shown once, when it is made; only its hash is kept.
type APIToken struct {
	ID         string     `json:"id"`
	AccountID  string     `json:"-"`
	UserID     string     `json:"-"` // who made it
	Name       string     `json:"name"`
	Scope      string     `json:"scope"`  // TokenReads or TokenWrites
	Prefix     string     `json:"prefix"` // the first characters, to know it by
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"` // to the minute
	ExpiresAt  *time.Time `json:"expiresAt"`  // nil never
}

// The scopes of tokens.
const (
	TokenReads  = "read"
	TokenWrites = "write" // and reads
)

// MostTokens is how many tokens that have not expired an account may have.
const MostTokens = 50

// Clean trims the name of a token and validates what its maker says. Its Error names the field.
func (t *APIToken) Clean() error {
	t.Name = strings.TrimSpace(t.Name)
	switch {
	case t.Name == "":
		return FieldErrorf("name", "Give the token a name, such as the program that will use it.")
	case utf8.RuneCountInString(t.Name) > 100:
		return FieldErrorf("name", "Use at most 100 characters.")
	case !printable(t.Name):
		return FieldErrorf("name", "This has characters that cannot be shown.")
	case t.Scope != TokenReads && t.Scope != TokenWrites:
		return FieldErrorf("scope", "Choose read or write.")
	}
	return nil
}

// AuditEntry is something that somebody did with an account.
type AuditEntry struct {
	ID        string    `json:"id"`
	CreatedAt time.Time `json:"createdAt"`
	Actor     string    `json:"actor"`  // an e-mail address, or the name of a token
	Token     bool      `json:"token"`  // whether a program did it
	Action    string    `json:"action"` // the operation of the contract: createSite
	Text      string    `json:"text"`   // one sentence
	ObjectID  string    `json:"objectId"`
	Address   string    `json:"address"` // the network address it came from
}

// BillingPlan is something to buy, a month at a time.
type BillingPlan struct {
	ID    string `json:"id"` // a value of Account.Plan
	Name  string `json:"name"`
	Price int    `json:"price"` // USD a month
}

// Plans are what there is to buy.
var Plans = []BillingPlan{{"seo", "SEO", 49}, {"ads", "Ads", 79}, {"both", "Complete", 99}}

// IsPlan says whether there is such a plan to buy.
func IsPlan(id string) bool {
	return slices.ContainsFunc(Plans, func(plan BillingPlan) bool { return plan.ID == id })
}

// Checkout is where somebody pays: a page to go to, or a secret for the form in the app.
type Checkout struct {
	URL          string
	ClientSecret string
}

// PaymentGrace is how long a plan goes on after a payment failed.
const PaymentGrace = 14 * 24 * time.Hour

// Subscription is what an account has bought, as the payment provider said last.
type Subscription struct {
	CustomerID   string     `json:"-"` // "" before the first checkout
	ID           string     `json:"-"`
	Status       string     `json:"status"` // of Stripe: trialing, active, past_due, canceled …; "" none
	Plan         string     `json:"plan"`
	NextPlan     string     `json:"nextPlan"` // from the next period; "" the same
	PeriodEndsAt *time.Time `json:"periodEndsAt"`
	CancelsAt    *time.Time `json:"cancelsAt"`
	PastDueSince *time.Time `json:"pastDueSince"`
}

// PlanAt is the plan that a subscription gives, "" none.
func (s Subscription) PlanAt(now time.Time) string {
	switch s.Status {
	case "trialing", "active":
		return s.Plan
	case "past_due":
		if s.PastDueSince == nil || now.Before(s.PastDueSince.Add(PaymentGrace)) {
			return s.Plan
		}
	}
	return ""
}

// Billing is what an account has bought and what there is to buy.
type Billing struct {
	Plan           string         `json:"plan"` // what the account has now; "" none
	Status         string         `json:"status"`
	NextPlan       string         `json:"nextPlan"`
	PeriodEndsAt   *time.Time     `json:"periodEndsAt"`
	CancelsAt      *time.Time     `json:"cancelsAt"`
	GraceEndsAt    *time.Time     `json:"graceEndsAt"` // until when the plan goes on although a payment failed
	Plans          []BillingPlan  `json:"plans"`
	Features       []FeatureState `json:"features"`
	Paused         string         `json:"paused"`   // why nothing is synced, one sentence; "" while syncing goes on
	TestMode       bool           `json:"testMode"` // nothing is charged
	PublishableKey string         `json:"publishableKey"`
}

// BillingEvent is something that the payment provider says has happened to a customer.
type BillingEvent struct {
	ID, Type   string
	CustomerID string // "" of nobody
	ChargeID   string // the payment that it is about; "" none
	CreatedAt  time.Time
}

// Payment is one that was made, as the payment provider says now.
type Payment struct {
	CustomerID string
	Amount     int64  // minor units, such as cents
	Refunded   int64  // of it
	Currency   string // ISO 4217, lower case
	Disputed   bool
	CreatedAt  time.Time
}

// Branding is whose reports an account makes.
type Branding struct {
	Name  string // of the agency; "" none
	Color string // such as #3b5bdb; "" the product's own
	Logo  []byte // PNG; nil none
}

// BrandingEdit is what a request wants to change; nil leaves a field as it is.
type BrandingEdit struct {
	Name, Color *string
	Logo        *[]byte // PNG; empty takes it away
}

var hexColor = regexp.MustCompile(`^(#[0-9a-f]{6})?$`)

// Clean trims and validates the texts that are set. Its Error names the field.
func (e *BrandingEdit) Clean() error {
	if e.Name != nil {
		if *e.Name = strings.TrimSpace(*e.Name); utf8.RuneCountInString(*e.Name) > 100 {
			return FieldErrorf("name", "Use at most 100 characters for the name.")
		} else if !printable(*e.Name) {
			return FieldErrorf("name", "The name has characters that cannot be shown.")
		}
	}
	if e.Color != nil {
		if *e.Color = strings.ToLower(strings.TrimSpace(*e.Color)); !hexColor.MatchString(*e.Color) {
			return FieldErrorf("color", "Give the colour as six digits, such as #3b5bdb.")
		}
	}
	return nil
}
