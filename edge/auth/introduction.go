package auth

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"

	"github.com/gofiber/fiber/v3"

	"upslope"
	"upslope/edge/contract"
	"upslope/edge/request"
)

// CallerHeader is how an edge far from the databases learns who calls: it adds the header to a request that
// it forwards, and the response says whose session it is.
const CallerHeader = "X-Caller"

// IsStranger reports whether a request has a session whose user is not known here, and has to be asked for.
func (a *Authenticator) IsStranger(c fiber.Ctx, op *contract.Operation) bool {
	if _, found := BearerToken(c); found || op.Public || a.deps.Away() {
		return false
	}
	session, err := a.session(c)
	return err == nil && !a.users.knows(session)
}

// Introduce takes what CallerHeader says of a request's session.
func (a *Authenticator) Introduce(c fiber.Ctx, caller string) {
	user, err := decodeCaller(caller)
	if err != nil || user.ID == "" {
		return
	}
	if session, err := a.session(c); err == nil {
		r := request.Of(c.Context())
		r.Caller = &user
		a.users.put(session, cachedUser{user: user, mark: r.Mark})
	}
}

// userOf returns a session's user. Another edge that asks gets what is true now: it may have heard of a
// change that is still on its way to here.
func (a *Authenticator) userOf(c fiber.Ctx, session upslope.Session) (upslope.User, error) {
	r := request.Of(c.Context())
	if r.Caller != nil {
		return *r.Caller, nil
	}
	if c.Get(CallerHeader) == "" || !request.IsForwarded(c) {
		return a.users.userOf(c.Context(), session)
	}
	a.users.drop(session)
	user, err := a.users.userOf(c.Context(), session)
	if err != nil {
		return user, err
	}
	text, err := encodeCaller(user)
	c.Set(CallerHeader, text)
	return user, err
}

func encodeCaller(user upslope.User) (string, error) {
	var text bytes.Buffer
	err := gob.NewEncoder(&text).Encode(user)
	return base64.StdEncoding.EncodeToString(text.Bytes()), err
}

func decodeCaller(text string) (user upslope.User, err error) {
	encoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return user, err
	}
	err = gob.NewDecoder(bytes.NewReader(encoded)).Decode(&user)
	return user, err
}
