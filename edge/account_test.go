package edge_test

import (
	"context"
	"maps"
	"net/http"
	"testing"
	"time"

	"upslope"
)

func (m *memory) DeleteAccount(_ context.Context, accountID string, _ time.Time) error {
	defer m.lock()()
	maps.DeleteFunc(m.users, func(_ string, user upslope.User) bool { return user.AccountID == accountID })
	delete(m.sites, accountID)
	return m.down
}

func TestAccountIsDeletedByWhoTypesItsAddress(t *testing.T) {
	r := start(t)
	ana, elsewhere, bo := r.signIn("ana@example.com"), r.signIn("ana@example.com"), r.signIn("bo@example.com")
	ana.addSite("shop.example")
	bo.addSite("shop.example")
	elsewhere.do("GET", "/api/sites", "").want(http.StatusOK)
	for _, body := range []string{`{"confirm":""}`, `{"confirm":"bo@example.com"}`, `{"confirm":"yes"}`} {
		ana.do("DELETE", "/api/account", body, asJSON).wantProblem(http.StatusBadRequest, "This is not the e-mail address of the account, so nothing was deleted. Type ana@example.com.", "confirm")
	}
	ana.do("DELETE", "/api/account", `{}`, asJSON).want(http.StatusBadRequest)
	r.visitor().do("DELETE", "/api/account", `{"confirm":"ana@example.com"}`, asJSON).want(http.StatusUnauthorized)
	cookie := ana.cookie()
	ana.do("DELETE", "/api/account", `{"confirm":" Ana@Example.com "}`, asJSON).want(http.StatusNoContent)
	if ana.cookie() != "" {
		t.Error("the browser keeps its session")
	}
	r.visitor().do("GET", "/api/sites", "", "Cookie: __session="+cookie).want(http.StatusUnauthorized)
	if sites := decode[[]upslope.Site](bo.do("GET", "/api/sites", "").want(http.StatusOK)); len(sites) != 1 {
		t.Errorf("somebody else has %d sites", len(sites))
	}
}
