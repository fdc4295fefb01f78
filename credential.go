package upslope

import "time"

// Credential gives access to a provider account. Its secret is encrypted for its owner, kind and ID.
type Credential struct {
	ID        string
	AccountID string
	Kind      string
	Label     string // for people: an email address, the last characters of a key
	Secret    []byte
	KeyID     int64 // of the key that Secret is encrypted with
	Revoked   bool  // the provider rejected it
	CreatedAt time.Time
}

// GoogleSignIn is a pending OAuth sign-in. Whoever holds its state and browser cookie can complete it, once.
type GoogleSignIn struct {
	StateHash   []byte // SHA-256
	AccountID   string
	SiteID      string // "": for the account, to add sites from Search Console
	Provider    string
	BrowserHash []byte // SHA-256
	Verifier    string // of PKCE
	ExpiresAt   time.Time
}

// GoogleCallback is what Google's consent page sends the browser back with.
type GoogleCallback struct {
	State   string
	Code    string // to be exchanged for tokens
	Failure string // Google's error code, when there is no code
}

// SignInResult is the outcome of signing in with Google.
type SignInResult struct {
	Provider string // to be connected; "" unknown
	SiteID   string // the site to connect; "" none
	Failure  string // a sentence; "" when it worked
}
