package upslope

import "time"

// Session is a verified session token.
type Session struct {
	Identity
	Expires time.Time // when this token, not the session, expires
	EndsBy  time.Time // when the newest token of the session can no longer be accepted
}
