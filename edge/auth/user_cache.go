package auth

import (
	"context"
	"maps"
	"sync"
	"time"

	"upslope"
)

const (
	// maxUserAge bounds the age of a cached user's plan and name.
	maxUserAge     = time.Minute
	maxCachedUsers = 10_000
)

// userCache returns a session's user without a query per request.
type userCache struct {
	users     Users
	sessions  Sessions
	trialDays int
	now       func() time.Time

	mu     sync.Mutex
	cached map[string]cachedUser // by session
}

// cachedUser is a session's user, and when it expires.
type cachedUser struct {
	subject string
	user    upslope.User
	ended   bool
	expires time.Time
}

// userOf returns a session's user, created on the first sign-in. A signed-out session is Unauthenticated.
func (p *userCache) userOf(ctx context.Context, session upslope.Session) (upslope.User, error) {
	if found, ok := p.get(session); ok && (found.ended || found.user.ID != "") {
		if found.ended {
			return upslope.User{}, errUnauthorized
		}
		return found.user, nil
	}
	ended, err := p.ended(ctx, session)
	if err != nil {
		return upslope.User{}, err
	}
	if ended {
		return upslope.User{}, errUnauthorized
	}
	user, err := p.users.SignIn(ctx, session.Identity, p.now(), p.trialDays)
	if err != nil {
		return user, err
	}
	p.put(session, cachedUser{user: user})
	return user, nil
}

// ended reports whether the session was signed out.
func (p *userCache) ended(ctx context.Context, session upslope.Session) (bool, error) {
	if found, ok := p.get(session); ok {
		return found.ended, nil
	}
	ended, err := p.sessions.SessionEnded(ctx, session.SessionID, p.now())
	if err == nil {
		p.put(session, cachedUser{ended: ended})
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

// markEnded ends a session signed out on another edge.
func (p *userCache) markEnded(sessionID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found, ok := p.cached[sessionID]; ok {
		found.ended, found.expires = true, p.now().Add(maxUserAge)
		p.cached[sessionID] = found
	}
}

// invalidate makes every user be looked up again; sessions that were signed out stay so.
func (p *userCache) invalidate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.cached, func(_ string, found cachedUser) bool { return !found.ended })
}

func (p *userCache) get(session upslope.Session) (cachedUser, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.cached[session.SessionID]
	return found, ok && found.subject == session.Subject && p.now().Before(found.expires)
}

// put never caches beyond the token: what is known about a person expires with the proof of who they are.
func (p *userCache) put(session upslope.Session, user cachedUser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	cached, ok := p.cached[session.SessionID]
	if ok && cached.ended && now.Before(cached.expires) {
		return // a request from before the sign-out must not undo it
	}
	if p.cached == nil || len(p.cached) >= maxCachedUsers {
		p.cached = map[string]cachedUser{} // rarer than a restart, and as harmless
	}
	user.subject, user.expires = session.Subject, now.Add(maxUserAge)
	if session.Expires.Before(user.expires) && !user.ended {
		user.expires = session.Expires
	}
	p.cached[session.SessionID] = user
}
