package edge_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"upslope"
	"upslope/edge"
)

// postman sends invitations, unless the mail server is away.
type postman struct{ away error }

func (p *postman) SendInvitation(context.Context, upslope.Invitation, string, string) error {
	return p.away
}

func TestAnInvitationThatCannotBeMailedIsPassedOnByItsLink(t *testing.T) {
	mail := &postman{}
	ana := start(t, func(_ *edge.Config, deps *edge.Deps) { deps.Mailer = mail }).signIn("ana@example.com")
	for _, c := range []struct {
		away error
		want string
	}{{nil, `"mailed":true`}, {errors.New("dial tcp: connection refused"), `"mailed":false`}} {
		mail.away = c.away
		sent := ana.do("POST", "/api/invitations", `{"email":"bo@example.com","role":"viewer"}`).want(http.StatusCreated)
		if !strings.Contains(sent.text, c.want) || !strings.Contains(sent.text, "/invite/") || strings.Contains(sent.text, "refused") {
			t.Errorf("with the mail server's %v: %s", c.away, sent.text)
		}
	}
}
