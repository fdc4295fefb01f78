package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"upslope"
)

// secondEdge starts an edge of its own beside a program, which takes the same sessions.
func secondEdge(t *testing.T, folder string, origin *program, settings []string) *program {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(folder, "dev", "localidp.pem"))
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "edge")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "localidp.pem"), key, 0o600); err != nil {
		t.Fatal(err)
	}
	alone := append([]string{"APP_ENV=development", "PUBLIC_URL=" + origin.url, "CLICKHOUSE_URL=clickhouse://" + nowhere + "/upslope", "DATABASE_URL=" + origin.databaseURL()}, settings...)
	return launch(t, "edge", data, alone...)
}

// Whatever an owner changes about a member who is signed in, every edge learns.
func TestEveryEdgeLearnsWhatAMemberIs(t *testing.T) {
	t.Parallel()
	nats, folder := startNATS(t), t.TempDir()
	settings := []string{"NATS_URL=" + nats.url(), "REPORTS_REPLICA_URL=file://" + filepath.Join(folder, "storage")}
	origin := start(t, filepath.Join(folder, "dev"), settings...)
	ana := origin.signIn("ana@example.com")
	own, _ := ana.accounts()
	site := ana.addSite("shop.example")
	other := secondEdge(t, folder, origin, settings)
	bo, boID := ana.invite("bo@example.com", "member")
	there := &visitor{program: other, client: bo.client}
	eventually(t, "the other edge knows him", func() bool {
		status, _, err := there.try("GET", "/api/sites", "", nil)
		return err == nil && status == http.StatusOK
	})
	random := rand.New(rand.NewPCG(21, 4))
	roles := []upslope.Role{upslope.Admin, upslope.Editor, upslope.Viewer, upslope.Client}
	role := upslope.Editor // "" once he is removed
	for step := range 16 {
		switch {
		case role == "":
			role = roles[random.IntN(3)]
			link := ana.sendInvitation("bo@example.com", string(role))
			if status, answer := bo.call("POST", "/api/invitations/"+link+"/accept", nil, nil); status != http.StatusOK {
				t.Fatalf("step %d: %d %s", step, status, answer)
			}
		case step%3 == 2:
			role = ""
			if status, answer := ana.call("DELETE", "/api/members/"+boID, nil, nil); status != http.StatusNoContent {
				t.Fatalf("step %d: %d %s", step, status, answer)
			}
		default:
			role = roles[random.IntN(len(roles))]
			change := map[string]any{"role": role}
			if role == upslope.Client {
				change["siteIds"] = []string{site}
			}
			if status, answer := ana.call("PATCH", "/api/members/"+boID, change, nil); status != http.StatusOK {
				t.Fatalf("step %d: %d %s", step, status, answer)
			}
		}
		for name, edge := range map[string]*visitor{"its own": bo, "another": there} {
			eventually(t, fmt.Sprintf("step %d: at %s edge he is %q", step, name, role), func() bool { return edge.is(own, site, role) })
		}
	}
}

// is reports whether reads and writes are answered as a member of that role, "" none, has them.
func (v *visitor) is(account, site string, role upslope.Role) bool {
	for _, c := range []struct {
		method, path, body string
		least              upslope.Role
		allowed            int
	}{
		{"GET", "/api/insights?siteId=" + site, "", upslope.Client, http.StatusOK},
		{"GET", "/api/portfolio", "", upslope.Viewer, http.StatusOK},
		{"PATCH", "/api/insights/0190b6a0-0000-7000-8001-000000000001", `{"reason":"Not now"}`, upslope.Editor, http.StatusNotFound},
		{"GET", "/api/audit", "", upslope.Admin, http.StatusOK},
	} {
		want := c.allowed
		if role == "" {
			want = http.StatusNotFound
		} else if !role.AtLeast(c.least) {
			want = http.StatusForbidden
		}
		if status, _ := v.as(account, c.method, c.path, c.body); status != want {
			return false
		}
	}
	return true
}
