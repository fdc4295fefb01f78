package auth

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"upslope"
	"upslope/edge/feed"
)

const (
	// maxCallerAge bounds the age of what is known of a caller, even while nothing is known to have changed.
	maxCallerAge = time.Hour
	// maxUnconfirmedAge is how long people keep reading here while nobody can confirm that they still may.
	maxUnconfirmedAge = 15 * time.Minute
	// maxAskWait is how long people wait for a confirmation of what is known: a cut connection is silent.
	maxAskWait     = 3 * time.Second
	maxCachedUsers = 10_000
)

// userCache returns a session's user without asking while the feed of changes proves that it is what it was.
type userCache struct {
	users     Users
	sessions  Sessions
	feed      *feed.Feed
	away      func() bool // whether nobody can be asked
	trialDays int
	now       func() time.Time

	mu     sync.Mutex
	cached map[string]cachedUser // by session
}

// cachedUser is a session's user.
type cachedUser struct {
	identity upslope.Identity
	user     upslope.User // without an id: only that the session has not ended is known
	ended    bool         // for good
	mark     feed.Mark    // of the moment before it was read
	at       time.Time
}

// keys are the changes that end what is known.
func (u cachedUser) keys() []string {
	keys := []string{feed.Session(u.identity.SessionID)}
	if u.user.ID != "" {
		keys = append(keys, feed.User(u.user.ID), feed.People(u.user.AccountID))
	}
	for _, membership := range u.user.Memberships {
		keys = append(keys, feed.People(membership.AccountID))
	}
	return keys
}

// userOf returns a session's user, created on the first sign-in. A signed-out session is Unauthenticated.
func (p *userCache) userOf(ctx context.Context, session upslope.Session) (upslope.User, error) {
	found, ok := p.get(session)
	if ok && found.ended {
		return upslope.User{}, errUnauthorized
	}
	known := ok && found.user.ID != "" && sameProfile(found.identity, session.Identity)
	if known && p.current(found) {
		return found.user, nil
	}
	lasting := known && p.lasts(found)
	if lasting && p.away() {
		return found.user, nil
	}
	if lasting { // nobody waits long for what is here
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, maxAskWait)
		defer cancel()
	}
	user, err := p.ask(ctx, session)
	if lasting && (upslope.CodeOf(err) == upslope.Unavailable || errors.Is(err, context.DeadlineExceeded)) {
		return found.user, nil
	}
	return user, err
}

// knows reports whether a session's user is known, or must be: without news nobody is, and asking takes long.
func (p *userCache) knows(session upslope.Session) bool {
	found, ok := p.get(session)
	return ok && (found.ended || found.user.ID != "" && sameProfile(found.identity, session.Identity) && (p.current(found) || p.lasts(found)))
}

// ask reads a session's user.
func (p *userCache) ask(ctx context.Context, session upslope.Session) (upslope.User, error) {
	mark := p.feed.Mark()
	var ended bool
	var unknown error
	var asking sync.WaitGroup // at once: either can be far away
	asking.Go(func() { ended, unknown = p.ended(ctx, session) })
	user, err := p.users.SignIn(ctx, session.Identity, p.now(), p.trialDays)
	asking.Wait()
	switch {
	case unknown != nil:
		return upslope.User{}, unknown
	case ended:
		return upslope.User{}, errUnauthorized
	case err != nil:
		return user, err
	}
	p.put(session, cachedUser{user: user, mark: mark})
	return user, nil
}

// ended reports whether the session was signed out.
func (p *userCache) ended(ctx context.Context, session upslope.Session) (bool, error) {
	found, ok := p.get(session)
	if ok && (found.ended || p.feed.Unchanged(found.mark, feed.Session(session.SessionID))) {
		return found.ended, nil
	}
	if ok && p.lasts(found) && p.away() {
		return false, nil
	}
	mark := p.feed.Mark()
	ended, err := p.sessions.SessionEnded(ctx, session.SessionID, p.now())
	switch {
	case err == nil && (ended || !ok):
		p.put(session, cachedUser{ended: ended, mark: mark})
	case ok && p.lasts(found) && upslope.CodeOf(err) == upslope.Unavailable:
		return false, nil
	}
	return ended, err
}

// end signs the session out.
func (p *userCache) end(ctx context.Context, session upslope.Session) error {
	if err := p.sessions.EndSession(ctx, session.SessionID, session.EndsBy); err != nil {
		return err
	}
	p.put(session, cachedUser{ended: true})
	return nil
}

// current reports whether what is known is proven to hold.
func (p *userCache) current(known cachedUser) bool {
	return p.now().Sub(known.at) < maxCallerAge && p.feed.Unchanged(known.mark, known.keys()...)
}

// lasts reports whether what is known counts while nobody can be asked: nothing says that it has changed.
func (p *userCache) lasts(known cachedUser) bool {
	keys, confirmed := known.keys(), known.at
	if proven := p.feed.ProvenAt(known.mark, keys...); proven.After(confirmed) {
		confirmed = proven
	}
	return known.user.ID != "" && !known.ended && p.now().Sub(confirmed) < maxUnconfirmedAge && !p.feed.Changed(known.mark, keys...)
}

func (p *userCache) get(session upslope.Session) (cachedUser, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.cached[session.SessionID]
	return found, ok && found.identity.Subject == session.Subject
}

func (p *userCache) put(session upslope.Session, user cachedUser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cached, ok := p.cached[session.SessionID]; ok && cached.ended {
		return // a request from before the sign-out must not undo it
	}
	if p.cached == nil || len(p.cached) >= maxCachedUsers {
		p.cached = map[string]cachedUser{} // rarer than a restart, and as harmless
	}
	user.identity, user.at = session.Identity, p.now()
	p.cached[session.SessionID] = user
}

// drop makes the next request of a session ask who it is.
func (p *userCache) drop(session upslope.Session) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.cached[session.SessionID].ended {
		delete(p.cached, session.SessionID)
	}
}

// forget drops what is known of everybody, except which sessions have ended.
func (p *userCache) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.cached, func(_ string, user cachedUser) bool { return !user.ended })
}

// sameProfile reports whether two tokens say the same of a person.
func sameProfile(a, b upslope.Identity) bool {
	a.IssuedAt, b.IssuedAt = time.Time{}, time.Time{}
	return a == b
}
