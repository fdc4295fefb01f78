package edge

import (
	"context"
	"maps"
	"sync"
	"time"

	"upslope"
)

const (
	// rememberUser is how old the plan and the name of a request's user may be.
	rememberUser = time.Minute
	mostUsers    = 10_000
)

// people answers which user is behind a session without a query a request.
type people struct {
	users     Users
	sessions  Sessions
	trialDays int
	now       func() time.Time

	mu    sync.Mutex
	known map[string]acquaintance // by session
}

// acquaintance is what was found out about a session, and until when that is believed.
type acquaintance struct {
	subject string
	user    upslope.User
	ended   bool
	until   time.Time
}

// userOf answers the user behind a session; the first sight of somebody makes them a user. A session that was signed
// out is Unauthenticated.
func (p *people) userOf(ctx context.Context, session Session) (upslope.User, error) {
	if found, ok := p.recall(session); ok && (found.ended || found.user.ID != "") {
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
	p.remember(session, acquaintance{user: user})
	return user, nil
}

// ended says whether the session was signed out.
func (p *people) ended(ctx context.Context, session Session) (bool, error) {
	if found, ok := p.recall(session); ok {
		return found.ended, nil
	}
	ended, err := p.sessions.SessionEnded(ctx, session.SessionID, p.now())
	if err == nil {
		p.remember(session, acquaintance{ended: ended})
	}
	return ended, err
}

// end signs the session out.
func (p *people) end(ctx context.Context, session Session) error {
	if err := p.sessions.EndSession(ctx, session.SessionID, session.EndsBy); err != nil {
		return err
	}
	p.remember(session, acquaintance{ended: true})
	return nil
}

// UsersChanged has the users of all sessions looked up again, and with them the plans of accounts, which are otherwise remembered for a while.
func (s *Server) UsersChanged() { s.people.forgetUsers() }

// SessionEnded refuses a session that another edge signed out.
func (s *Server) SessionEnded(sessionID string) { s.people.endedElsewhere(sessionID) }

func (p *people) endedElsewhere(sessionID string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found, ok := p.known[sessionID]; ok {
		found.ended, found.until = true, p.now().Add(rememberUser)
		p.known[sessionID] = found
	}
}

// forgetUsers has everybody looked up again; who was signed out stays signed out.
func (p *people) forgetUsers() {
	p.mu.Lock()
	defer p.mu.Unlock()
	maps.DeleteFunc(p.known, func(_ string, found acquaintance) bool { return !found.ended })
}

func (p *people) recall(session Session) (acquaintance, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	found, ok := p.known[session.SessionID]
	return found, ok && found.subject == session.Subject && p.now().Before(found.until)
}

// remember never outlives the token: what is known of a person ends with the proof of who they are.
func (p *people) remember(session Session, found acquaintance) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	known, ok := p.known[session.SessionID]
	if ok && known.ended && now.Before(known.until) {
		return // a request that began before the sign-out must not undo it
	}
	if p.known == nil || len(p.known) >= mostUsers {
		p.known = map[string]acquaintance{} // rarer than a restart, and as harmless
	}
	found.subject, found.until = session.Subject, now.Add(rememberUser)
	if session.Expires.Before(found.until) && !found.ended {
		found.until = session.Expires
	}
	p.known[session.SessionID] = found
}
