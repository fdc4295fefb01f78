package edge_test

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
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
		ana.do("DELETE", "/api/account", body, asJSON).wantProblem(http.StatusBadRequest, "This is not the account’s email address, so nothing was deleted. Type ana@example.com.", "confirm")
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

func (m *memory) ExportAccount(_ context.Context, accountID string, begin func(kind, what string) error, each func(row []byte) error) error {
	for _, site := range append(m.sites[accountID], upslope.Site{}) {
		if site.ID == "" {
			if err := begin("links", "a link"); err != nil {
				return err
			}
			continue
		}
		if err := begin("sites", "a site"); err != nil {
			return err
		}
		for range 2 {
			if err := each([]byte(`{"domain": "` + site.Domain + `"}`)); err != nil {
				return err
			}
		}
	}
	return m.down
}

func (m *memory) ExportFacts(_ context.Context, accountID string, begin func(site upslope.Site, report string, columns []string) error, each func(row []any) error) error {
	for _, site := range m.sites[accountID] {
		if err := begin(site, "gsc_pages", []string{"page", "clicks"}); err != nil {
			return err
		}
		for i := range m.rows {
			// Hardly compressible.
			if err := each([]any{"=cmd()", int64(3) + int64(i)*2654435761}); err != nil {
				return err
			}
		}
	}
	return m.broken
}

func TestAnExportIsAZIPOfAllThatSaysWhenItIsWhole(t *testing.T) {
	r := start(t)
	ana, bo := r.signIn("ana@example.com"), r.signIn("bo@example.com")
	ana.addSite("shop.example")
	bo.addSite("secret.example")
	r.rows = 100_000 // more than any buffer
	res := ana.do("GET", "/api/account/export", "").want(http.StatusOK)
	if res.Header.Get("Content-Type") != "application/zip" || !strings.HasPrefix(res.Header.Get("Content-Disposition"), "attachment; filename=upslope-") {
		t.Errorf("%v", res.Header)
	}
	archive, err := zip.NewReader(strings.NewReader(res.text), int64(len(res.text)))
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		file, err := archive.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var sites []struct{ Domain string }
	if err := json.Unmarshal([]byte(read("sites.json")), &sites); err != nil || len(sites) != 2 || sites[0].Domain != "shop.example" {
		t.Errorf("%v, %v", sites, err)
	}
	if text := read("links.json"); json.Unmarshal([]byte(text), &sites) != nil || len(sites) != 0 {
		t.Errorf("%q", text)
	}
	if facts := read("facts/shop.example/gsc_pages.csv"); !strings.HasPrefix(facts, "page,clicks\n'=cmd(),3\n") || strings.Count(facts, "\n") != 100_001 {
		t.Errorf("%.100s", facts)
	}
	if done := read("complete.txt"); archive.File[len(archive.File)-1].Name != "complete.txt" || !strings.Contains(done, "facts/shop.example/gsc_pages.csv, 100000 rows\n") || !strings.Contains(done, "sites.json, 2 rows\n") {
		t.Error(done)
	}
	if !strings.Contains(read("README.txt"), "ana@example.com") || !strings.Contains(read("kinds.txt"), "One entry: a site.") || read("technical-issues.csv") == "" {
		t.Error("it does not say what is what")
	}
	for _, file := range archive.File {
		if strings.Contains(file.Name, "secret") || strings.Contains(read(file.Name), "secret.example") {
			t.Errorf("%s has what is somebody else's", file.Name)
		}
	}
	entries := decode[[]upslope.AuditEntry](ana.do("GET", "/api/audit", "").want(http.StatusOK))
	if entries[0].Action != "exportAccount" {
		t.Errorf("%+v", entries[0])
	}
	r.broken = errors.New("ClickHouse is away")
	req, err := http.NewRequest("GET", ana.url+"/api/account/export", nil)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := ana.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cut.Body.Close() }()
	if part, err := io.ReadAll(cut.Body); err == nil {
		t.Errorf("a download that broke off after %d bytes looks whole", len(part))
	}
}
