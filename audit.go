package upslope

import "time"

// AuditEntry records what somebody did in an account.
type AuditEntry struct {
	ID        string    `json:"id"`
	CreatedAt time.Time `json:"createdAt"`
	Actor     string    `json:"actor"`  // an email address, or the name of a token
	Token     bool      `json:"token"`  // done by a program
	Action    string    `json:"action"` // the operation of the contract: createSite
	Text      string    `json:"text"`   // one sentence
	ObjectID  string    `json:"objectId"`
	Address   string    `json:"address"` // the network address it came from
}
