package auth

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"upslope"
	"upslope/edge/feed"
)

// records know one user. While they are cut they never answer, as where packets are lost.
type records struct {
	cut   bool
	asked int
}

func (r *records) SignIn(ctx context.Context, identity upslope.Identity, _ time.Time, _ int) (upslope.User, error) {
	r.asked++
	if r.cut {
		<-ctx.Done()
		return upslope.User{}, ctx.Err()
	}
	return upslope.User{ID: identity.Subject, AccountID: "account"}, nil
}

func (r *records) SessionEnded(ctx context.Context, _ string, _ time.Time) (bool, error) {
	if r.cut {
		<-ctx.Done()
	}
	return false, ctx.Err()
}

func (*records) EndSession(context.Context, string, time.Time) error { return nil }

// Nobody who is known waits longer than maxAskWait for records that never answer, and nobody at all while
// these are known to be away.
func TestCachedUserBarelyWaitsForHungDatabase(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		away, held, changes := false, &records{}, feed.New(time.Now)
		cache := &userCache{users: held, sessions: held, feed: changes, away: func() bool { return away }, now: time.Now}
		ask := func(subject string) (waited time.Duration, err error) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			_, err = cache.userOf(ctx, upslope.Session{Identity: upslope.Identity{Subject: subject, SessionID: subject}})
			return time.Since(began), err
		}
		for number := range 2 { // the second proves that nothing was missed
			if number == 1 {
				if _, err := ask("ana"); err != nil {
					t.Fatal(err)
				}
			}
			changes.Receive(fmt.Appendf(nil, `{"series": "one", "number": %d, "whole": true}`, number+1))
		}
		time.Sleep(time.Minute) // nothing is heard any more
		held.cut, held.asked = true, 0
		for range 2 {
			if waited, err := ask("ana"); waited != maxAskWait || err != nil {
				t.Errorf("who is known waits %v, %v", waited, err)
			}
		}
		away = true
		if waited, err := ask("ana"); waited != 0 || err != nil || held.asked != 2 {
			t.Errorf("with the records known to be away: waits %v, %v, asked %d times", waited, err, held.asked)
		}
		if waited, err := ask("bob"); waited != time.Minute || err == nil {
			t.Errorf("who is not known waits %v, %v", waited, err)
		}
	})
}
