package upslope

import "time"

// Credential opens a provider's account. Its secret is encrypted for its owner, kind and ID: see ingest/connections/secrets.
type Credential struct {
	ID        string
	AccountID string
	Kind      string
	Label     string // whose it is, for people: an e-mail address, the last characters of a key
	Secret    []byte
	KeyID     int64 // of the key that Secret is encrypted with
	Revoked   bool  // the provider said it is no longer good
	CreatedAt time.Time
}

// GoogleSignIn is one that was begun: who has its state and its browser's cookie may end it, once.
type GoogleSignIn struct {
	StateHash   []byte // SHA-256
	AccountID   string
	SiteID      string // "": for the account, to add sites from Search Console
	Provider    string
	BrowserHash []byte // SHA-256
	Verifier    string // of PKCE
	ExpiresAt   time.Time
}

// GoogleAnswer is what Google's page of consent sends the browser back with.
type GoogleAnswer struct {
	State   string
	Code    string // to be exchanged for tokens
	Failure string // Google's word for why there is no code
}

// SignedIn is what came of signing in with Google.
type SignedIn struct {
	Provider string // that was to be connected; "" unknown
	SiteID   string // that it was for; "" none
	Failure  string // a sentence; "" when it worked
}
