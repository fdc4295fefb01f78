package main

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"upslope"
	"upslope/edge/auth"
)

// invite makes a person a member of the visitor's account.
func (v *visitor) invite(email, role string, sites ...string) (invited *visitor, memberID string) {
	v.t.Helper()
	link := v.sendInvitation(email, role, sites...)
	invited = v.signIn(email)
	if status, answer := invited.call("POST", "/api/invitations/"+link+"/accept", nil, nil); status != http.StatusOK {
		v.t.Fatalf("accept: %d %s", status, answer)
	}
	var members []struct{ ID, Email string }
	v.call("GET", "/api/members", nil, &members)
	for _, member := range members {
		if strings.HasPrefix(member.Email, strings.Split(email, "@")[0]) {
			memberID = member.ID
		}
	}
	if memberID == "" {
		v.t.Fatalf("%s is no member: %+v", email, members)
	}
	return invited, memberID
}

// sendInvitation returns the secret of an invitation's link.
func (v *visitor) sendInvitation(email, role string, sites ...string) (secret string) {
	v.t.Helper()
	var sent struct{ AcceptURL string }
	body := map[string]any{"email": strings.Replace(email, "@", v.tag+"@", 1), "role": role}
	if len(sites) > 0 {
		body["siteIds"] = sites
	}
	if status, answer := v.call("POST", "/api/invitations", body, &sent); status != http.StatusCreated {
		v.t.Fatalf("invite: %d %s", status, answer)
	}
	return sent.AcceptURL[strings.LastIndexByte(sent.AcceptURL, '/')+1:]
}

type account struct{ ID, Name, Role string }

func (v *visitor) accounts() (current string, all []account) {
	v.t.Helper()
	var user struct {
		AccountID string
		Accounts  []account
	}
	v.call("GET", "/api/auth/user", nil, &user)
	return user.AccountID, user.Accounts
}

// as calls the API as a member of an account.
func (v *visitor) as(account, method, path, body string) (status int, answer string) {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Account", account)
	return v.answer(request)
}

// walkRoles calls every operation as every role of an account: those below its least role are refused, and
// reads answer the others. A client of one site sees nothing of another.
func (p *program) walkRoles(t *testing.T, calls []call, of *tenant) {
	t.Helper()
	empty := of.addSite("empty.example")
	for _, role := range []upslope.Role{upslope.Admin, upslope.Editor, upslope.Viewer, upslope.Client} {
		name := "a " + string(role)
		email := string(role) + "-of-" + strings.ToLower(of.marker) + "@example.com"
		var sites []string
		if role == upslope.Client {
			sites = []string{of.ids["site"]}
		}
		of.invite(email, string(role), sites...)
		who := caller{session: p.session(t, email), account: of.accountID}
		for _, c := range calls {
			least := auth.LeastRole(c.OperationID)
			switch {
			case c.public():
			case least == "":
				t.Errorf("%s has no least role in edge/auth/roles.go", c.OperationID)
			case !role.AtLeast(least):
				p.do(t, who, c, of, true).want(t, name, c, forbidden)
			case !c.writes() && !c.slow && !c.ends:
				p.do(t, who, c, of, true).want(t, name, c, c.own)
			}
		}
	}
	email := "other-client-of-" + strings.ToLower(of.marker) + "@example.com"
	of.invite(email, "client", empty)
	who := caller{session: p.session(t, email), account: of.accountID}
	for _, c := range calls {
		// The account's name is its own.
		if c.public() || c.OperationID == "getUser" || c.OperationID == "removeMember" {
			continue
		}
		for _, withSite := range []bool{true, false} {
			if got := p.do(t, who, c, of, withSite); got.status < 400 && len(of.shows(got.text)) > 0 {
				t.Errorf("%s shows a client the %v of another's site: %.300s", c.OperationID, of.shows(got.text), got.text)
			}
		}
	}
	if status, answer := of.call("DELETE", "/api/sites/"+empty, nil, nil); status != http.StatusNoContent {
		t.Fatalf("%d %s", status, answer)
	}
}

func TestAnInvitationIsForOnePersonOnceAndForAWhile(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana, bo, cy := p.signIn("ana@example.com"), p.signIn("bo@example.com"), p.signIn("cy@example.com")
	own, _ := ana.accounts()
	link := ana.sendInvitation("bo@example.com", "member")
	accept := func(v *visitor, link string) int {
		status, _ := v.call("POST", "/api/invitations/"+link+"/accept", nil, nil)
		return status
	}
	var offer upslope.InvitationOffer
	status, _ := (&visitor{program: p, client: http.DefaultClient}).call("GET", "/api/invitations/"+link+"/accept", nil, &offer)
	if status != http.StatusOK || !strings.HasPrefix(offer.InvitedBy, "ana") || offer.Account != offer.InvitedBy || offer.Role != upslope.Editor {
		t.Errorf("what the link says without a session: %d %+v", status, offer)
	}
	if got := accept(cy, link); got != http.StatusForbidden {
		t.Errorf("somebody else's invitation: %d", got)
	}
	if status, answer := ana.call("POST", "/api/invitations", map[string]string{"email": "BO" + p.tag + "@example.com ", "role": "admin"}, nil); status != http.StatusConflict {
		t.Errorf("invited twice: %d %s", status, answer)
	}
	var invitations []struct{ ID, Email string }
	ana.call("GET", "/api/invitations", nil, &invitations)
	var again struct{ AcceptURL string }
	if status, answer := ana.call("POST", "/api/invitations/"+invitations[0].ID+"/resend", nil, &again); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	if got := accept(bo, link); got != http.StatusNotFound {
		t.Errorf("the link before the last: %d", got)
	}
	link = again.AcceptURL[strings.LastIndexByte(again.AcceptURL, '/')+1:]
	var wait sync.WaitGroup
	codes := make([]int, 4)
	for i := range codes {
		wait.Go(func() { codes[i] = accept(bo, link) })
	}
	wait.Wait()
	if slices.Sort(codes); codes[0] != http.StatusOK || codes[1] != http.StatusNotFound {
		t.Errorf("accepted at once: %v", codes)
	}
	if _, all := bo.accounts(); len(all) != 2 || all[1].ID != own || all[1].Role != "member" || !strings.HasPrefix(all[1].Name, "ana") {
		t.Errorf("%+v", all)
	}
	var log []upslope.AuditEntry
	if ana.call("GET", "/api/audit", nil, &log); log[0].Text != "Joined the account: member" || !strings.HasPrefix(log[0].Actor, "bo") || log[1].Action != "resendInvitation" {
		t.Errorf("the audit log: %+v", log)
	}
	for body, want := range map[string]int{
		// A member.
		`{"email":"bo` + p.tag + `@example.com","role":"viewer"}`:               http.StatusConflict,
		`{"email":"nobody","role":"viewer"}`:                                    http.StatusBadRequest,
		`{"email":"dee@example.com","role":"king"}`:                             http.StatusBadRequest,
		`{"email":"dee@example.com","role":"owner"}`:                            http.StatusBadRequest,
		`{"email":"dee@example.com","role":"client"}`:                           http.StatusBadRequest,
		`{"email":"dee@example.com","role":"client","siteIds":["` + own + `"]}`: http.StatusBadRequest,
	} {
		if status, answer := ana.as(own, "POST", "/api/invitations", body); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, answer, want)
		}
	}
}

func TestARoleEndsWithinASecondAndTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	own, _ := ana.accounts()
	ana.addSite("ana.example")
	bo, boID := ana.invite("bo@example.com", "member")
	var members []struct{ ID, Role string }
	ana.call("GET", "/api/members", nil, &members)
	anaID := members[0].ID
	if status, _ := bo.as(own, "POST", "/api/sites", `{"name":"Mine","domain":"of-bo.example"}`); status != http.StatusCreated {
		t.Errorf("a member adds a site: %d", status)
	}
	if status, _ := p.signIn("cy@example.com").as(own, "GET", "/api/sites", ""); status != http.StatusNotFound {
		t.Errorf("a stranger chooses the account: %d", status)
	}
	if status, answer := ana.call("PATCH", "/api/members/"+anaID, map[string]string{"role": "viewer"}, nil); status != http.StatusConflict {
		t.Errorf("the last owner is demoted: %d %s", status, answer)
	}
	if status, answer := ana.call("DELETE", "/api/members/"+anaID, nil, nil); status != http.StatusConflict {
		t.Errorf("the last owner leaves: %d %s", status, answer)
	}
	ana.call("PATCH", "/api/members/"+boID, map[string]string{"role": "viewer"}, nil)
	within(t, "a viewer adds no site", func() bool {
		status, _ := bo.as(own, "POST", "/api/sites", `{"name":"Mine","domain":"again.example"}`)
		return status == http.StatusForbidden
	})
	// Ownership goes to bo; ana becomes an admin, leaves, and has an account again.
	if status, answer := ana.call("PATCH", "/api/members/"+boID, map[string]string{"role": "owner"}, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, answer)
	}
	within(t, "the old owner is an admin", func() bool {
		_, all := ana.accounts()
		return all[0].Role == "admin"
	})
	within(t, "the new owner removes the old one", func() bool {
		status, _ := bo.as(own, "DELETE", "/api/members/"+anaID, "")
		return status == http.StatusNoContent
	})
	within(t, "the account is no longer hers", func() bool {
		status, _ := ana.as(own, "GET", "/api/sites", "")
		return status == http.StatusNotFound
	})
	if current, all := ana.accounts(); len(all) != 1 || current == own || all[0].Role != "owner" {
		t.Errorf("%s %+v", current, all)
	}
}

// within waits for up to a second and a half: what changed reaches every edge within a second.
func within(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 30 {
		if holds() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("%s: not within a second", what)
}

func TestDemotionsAtOnceLeaveAnOwner(t *testing.T) {
	t.Parallel()
	p := shared(t)
	ana := p.signIn("ana@example.com")
	own, _ := ana.accounts()
	bo, boID := ana.invite("bo@example.com", "admin")
	var wait sync.WaitGroup
	for range 5 { // ownership goes to and fro
		wait.Go(func() { ana.as(own, "PATCH", "/api/members/"+boID, `{"role":"owner"}`) })
		wait.Go(func() { bo.as(own, "PATCH", "/api/members/"+boID, `{"role":"viewer"}`) })
		wait.Go(func() { bo.as(own, "DELETE", "/api/members/"+boID, "") })
	}
	wait.Wait()
	status, answer := ana.as(own, "GET", "/api/members", "")
	if status != http.StatusOK {
		status, answer = bo.as(own, "GET", "/api/members", "")
	}
	if status != http.StatusOK || strings.Count(answer, `"owner"`) != 1 {
		t.Errorf("%d %s", status, answer)
	}
}

func TestAnInvitationByMailHasALinkToPress(t *testing.T) {
	t.Parallel()
	const address = "https://app.example.com/invite/A&B"
	got := invitationHTML("<Bo> invites you, as "+withArticle(upslope.Admin)+".\n"+address+"\n", address)
	if want := `<p>&lt;Bo&gt; invites you, as an admin.<br><a href="https://app.example.com/invite/A&amp;B">Accept the invitation</a><br></p>`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := withArticle(upslope.Editor); got != "a member" {
		t.Error(got)
	}
}
