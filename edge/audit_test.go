package edge_test

import (
	"context"
	"net/http"
	"slices"
	"testing"

	"github.com/google/uuid"

	"upslope"
)

func (m *memory) AddAudit(_ context.Context, accountID string, entry upslope.AuditEntry) error {
	defer m.lock()()
	if m.audit == nil {
		m.audit = map[string][]upslope.AuditEntry{}
	}
	entry.ID = uuid.NewString()
	m.audit[accountID] = slices.Insert(m.audit[accountID], 0, entry)
	return m.down
}

func (m *memory) Audit(_ context.Context, accountID string, limit, offset int) ([]upslope.AuditEntry, int64, error) {
	defer m.lock()()
	all := m.audit[accountID]
	return all[min(offset, len(all)):min(offset+limit, len(all))], int64(len(all)), m.down
}

// AuditName knows the sites and clients of an account, as PostgreSQL does.
func (m *memory) AuditName(ctx context.Context, accountID, kind, id string) (string, error) {
	if kind == "site" {
		site, err := m.Site(ctx, accountID, id)
		return site.Name, err
	}
	return "a " + kind, nil
}

func TestWhatIsDoneIsRecordedWithWhoDidItAndWhatCameToNothingIsNot(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	site := ana.addSite("shop.example")
	ana.do("PATCH", "/api/sites/"+site.ID, `{"name":"Shop"}`).want(http.StatusOK)
	ana.do("PATCH", "/api/sites/"+site.ID, `{"name":""}`).want(http.StatusBadRequest)
	bo.do("DELETE", "/api/sites/"+site.ID, "").want(http.StatusNotFound)
	ana.do("GET", "/api/sites", "").want(http.StatusOK)
	ana.do("POST", "/api/integrations/gsc/disconnect", `{"siteId":"`+site.ID+`"}`).want(http.StatusOK)
	entries := decode[[]upslope.AuditEntry](ana.do("GET", "/api/audit", "").want(http.StatusOK))
	var said []string
	for _, entry := range entries {
		said = append(said, entry.Action+" "+entry.ObjectID+" "+entry.Text)
		if entry.Actor != "ana@example.com" || entry.Token || entry.Address != "127.0.0.1" || entry.CreatedAt.IsZero() {
			t.Errorf("%+v", entry)
		}
	}
	want := []string{
		"disconnectIntegration gsc Disconnected a source: Shop, Search Console", "updateSite " + site.ID + " Changed a site: Shop", "createSite " + site.ID + " Added a site: Site",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q", said)
	}
	first := ana.do("GET", "/api/audit?limit=2", "").want(http.StatusOK)
	if first.Header.Get("X-Total-Count") != "3" || first.Header.Get("Link") == "" {
		t.Errorf("%v", first.Header)
	}
	if none := bo.do("GET", "/api/audit", "").want(http.StatusOK); none.text != "[]" {
		t.Error(none.text)
	}
}

func TestWhatAProgramDoesIsRecordedUnderTheNameOfItsToken(t *testing.T) {
	r := start(t)
	ana := r.signIn("ana@example.com")
	_, token := ana.newToken("write")
	r.visitor().do("POST", "/api/sites", `{"name":"Shop","domain":"shop.example"}`, asJSON, token).want(http.StatusCreated)
	entries := decode[[]upslope.AuditEntry](ana.do("GET", "/api/audit", "").want(http.StatusOK))
	if len(entries) != 2 || !entries[0].Token || entries[0].Actor == "" || entries[0].Actor == "ana@example.com" || entries[1].Action != "createToken" {
		t.Errorf("%+v", entries)
	}
}
