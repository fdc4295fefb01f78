package edge_test

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/edge/feed"
)

// heldTokens stores API tokens in memory, by the hash of their text.
type heldTokens struct {
	sync.Mutex
	held   map[string]upslope.APIToken
	asked  int // number of token lookups
	memory *memory
}

func (h *heldTokens) Tokens(_ context.Context, accountID string) ([]upslope.APIToken, error) {
	h.Lock()
	defer h.Unlock()
	var found []upslope.APIToken
	for _, token := range h.held {
		if token.AccountID == accountID {
			found = append(found, token)
		}
	}
	return found, nil
}

func (h *heldTokens) AddToken(_ context.Context, token upslope.APIToken, hash []byte, now time.Time) (upslope.APIToken, int64, error) {
	h.Lock()
	defer h.Unlock()
	token.ID, token.CreatedAt = uuid.NewString(), now
	h.held[string(hash)] = token
	return token, 21, nil
}

func (h *heldTokens) RevokeToken(_ context.Context, accountID, tokenID string) (int64, error) {
	defer h.memory.lock()()
	h.memory.version++
	h.Lock()
	defer h.Unlock()
	for hash, token := range h.held {
		if token.AccountID == accountID && token.ID == tokenID {
			delete(h.held, hash)
			return 22, nil
		}
	}
	return 0, missing("token")
}

func (h *heldTokens) UseToken(_ context.Context, hash []byte, now time.Time) (upslope.APIToken, upslope.User, error) {
	defer h.memory.lock()()
	h.Lock()
	defer h.Unlock()
	h.asked++
	token, found := h.held[string(hash)]
	if !found || token.ExpiresAt != nil && !now.Before(*token.ExpiresAt) {
		return token, upslope.User{}, missing("token")
	}
	for _, user := range h.memory.users {
		if user.ID == token.UserID {
			return token, user, nil
		}
	}
	return token, upslope.User{}, missing("token")
}

// newToken makes a token of a scope and returns its id and its header.
func (p *person) newToken(scope string) (id, header string) {
	p.t.Helper()
	made := decode[struct{ ID, Token string }](p.do("POST", "/api/tokens", `{"name":"Nightly export","scope":"`+scope+`"}`).want(http.StatusCreated))
	return made.ID, "Authorization: Bearer " + made.Token
}

func TestATokenIsShownOnceAndListedByItsPrefix(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	res := ana.do("POST", "/api/tokens", `{"name":"  Nightly export ","scope":"write","expiresInDays":30}`).want(http.StatusCreated)
	made := decode[struct{ ID, Token string }](res)
	if !regexp.MustCompile(`^upslope_[A-Z2-7]{59}$`).MatchString(made.Token) || res.Header.Get("X-Version") != "21" || res.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s at version %s", made.Token, res.Header.Get("X-Version"))
	}
	listed := ana.do("GET", "/api/tokens", "").want(http.StatusOK)
	tokens := decode[[]upslope.APIToken](listed)
	if strings.Contains(listed.text, made.Token) || len(tokens) != 1 || tokens[0].ID != made.ID || tokens[0].Name != "Nightly export" || tokens[0].Scope != "write" ||
		!strings.HasPrefix(made.Token, tokens[0].Prefix) || len(tokens[0].Prefix) != 12 || tokens[0].ExpiresAt == nil {
		t.Error(listed.text)
	}
	if again := decode[struct{ Token string }](ana.do("POST", "/api/tokens", `{"name":"Other"}`)); again.Token == made.Token {
		t.Error("two tokens are the same")
	}
	for body, field := range map[string]string{
		`{"name":" "}`: "name", `{"name":"` + strings.Repeat("ä", 101) + `"}`: "name", `{"name":"a\u202eb"}`: "name", `{"scope":"read"}`: "name",
		`{"name":"a","scope":"all"}`: "scope", `{"name":"a","scope":""}`: "scope", `{"name":"a","expiresInDays":0}`: "expiresInDays", `{"name":"a","expiresInDays":3651}`: "expiresInDays",
	} {
		ana.do("POST", "/api/tokens", body).wantProblem(http.StatusBadRequest, "", field)
	}
	ana.do("POST", "/api/tokens", `{"name":"`+strings.Repeat("ä", 100)+`"}`).want(http.StatusCreated)
}

func TestStrangersTokenIsNotThereToRevoke(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	id, token := ana.newToken("read")
	bo.do("DELETE", "/api/tokens/"+id, "").wantProblem(http.StatusNotFound, "This token does not exist.", "")
	if tokens := decode[[]upslope.APIToken](bo.do("GET", "/api/tokens", "")); len(tokens) != 0 {
		t.Errorf("bo sees %v", tokens)
	}
	r.visitor().do("GET", "/api/sites", "", token).want(http.StatusOK)
}

func TestAWrongTokenIsUnauthorizedHoweverItIsWrong(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	_, header := ana.newToken("read")
	text := strings.TrimPrefix(header, "Authorization: Bearer ")
	flipped := []byte(text)
	flipped[20] = map[bool]byte{true: 'B', false: 'A'}[flipped[20] == 'A']
	for _, wrong := range []string{"", "x", text[:30], text + "A", strings.ToLower(text), string(flipped), "upslope_" + strings.Repeat("A", 59), strings.Repeat("é", 40), "\x00"} {
		r.visitor().do("GET", "/api/sites", "", "Authorization: Bearer "+strings.ReplaceAll(wrong, "\x00", "%00")).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	}
	if r.tokens.asked != 0 {
		t.Errorf("the database was asked %d times about what can be no token", r.tokens.asked)
	}
	r.visitor().do("GET", "/api/sites", "", "authorization: bearer  "+text).want(http.StatusOK)

	r.goTo(25 * time.Hour)
	expires := decode[struct{ Token string }](ana.do("POST", "/api/tokens", `{"name":"Short","expiresInDays":1}`))
	r.visitor().do("GET", "/api/sites", "", "Authorization: Bearer "+expires.Token).want(http.StatusOK)
	r.goTo(50 * time.Hour)
	r.visitor().do("GET", "/api/sites", "", "Authorization: Bearer "+expires.Token).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
}

func TestARevokedTokenEndsAtOnceEvenWhatItListensTo(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	id, token := ana.newToken("read")
	program := r.visitor()
	program.do("GET", "/api/sites", "", token).want(http.StatusOK)
	req, err := http.NewRequest("GET", r.url+"/api/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", strings.TrimPrefix(token, "Authorization: "))
	events, err := program.Do(req)
	if err != nil || events.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", events, err)
	}
	defer events.Body.Close()
	ana.do("DELETE", "/api/tokens/"+id, "").want(http.StatusNoContent)
	program.do("GET", "/api/sites", "", token).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
	r.publish(ana.account, upslope.Event{Kind: "tokens"})
	r.publish(ana.account, upslope.Event{Kind: "sites"})
	var heard bytes.Buffer
	if _, err := heard.ReadFrom(events.Body); err != nil || strings.Contains(heard.String(), "event: ") {
		t.Errorf("a revoked token heard %q, %v", heard.String(), err)
	}
}

func TestATokenIsLookedUpAgainOnlyAfterAChangeOrAMinute(t *testing.T) {
	r := start(t)
	ana, program := r.signIn("ana@example.com"), r.visitor()
	r.steady = true
	id, token := ana.newToken("read")
	lookUps := func() int {
		r.tokens.Lock()
		defer r.tokens.Unlock()
		return r.tokens.asked
	}
	asked := func(after string, want int) {
		t.Helper()
		before := lookUps()
		for range 3 {
			program.do("GET", "/api/sites", "", token).want(http.StatusOK)
			program.do("GET", "/api/auth/user", "", token).want(http.StatusOK)
		}
		// Its use is recorded later.
		for deadline := time.Now().Add(5 * time.Second); lookUps()-before < want && time.Now().Before(deadline); {
			runtime.Gosched()
		}
		if n := lookUps() - before; n != want {
			t.Errorf("%s: it was looked up %d times, want %d", after, n, want)
		}
	}
	// The start of a minute.
	r.goTo(time.Hour + time.Minute - time.Duration(time.Now().UnixNano())%time.Minute)
	asked("its first use", 1)
	asked("nothing", 0)
	r.hear(feed.Account(ana.account))
	asked("a change of other things", 0)
	r.hear(feed.Tokens(ana.account))
	asked("a change", 1)
	r.goTo(2*time.Hour + time.Minute - time.Duration(time.Now().UnixNano())%time.Minute)
	asked("another minute", 1)
	ana.do("DELETE", "/api/tokens/"+id, "").want(http.StatusNoContent)
	program.do("GET", "/api/sites", "", token).wantProblem(http.StatusUnauthorized, "Unauthorized", "")
}
