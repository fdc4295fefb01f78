package main

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Search Console's limits: rows per response, and rows per day.
const (
	rowsOfAnAnswer = 25_000
	rowsOfADay     = 50_000
)

// searchConsole simulates Google with responses rendered to disk in advance, so that it uses little CPU
// during a measurement: every day has rowsOfADay rows by query and page; other reports are empty.
type searchConsole struct {
	folder   string
	variants int // distinct days; the others repeat them
}

func newSearchConsole(t testing.TB, variants int) *httptest.Server {
	t.Helper()
	s := &searchConsole{folder: t.TempDir(), variants: variants}
	for variant := range variants {
		for start := 0; start < rowsOfADay; start += rowsOfAnAnswer {
			for _, pretty := range []bool{false, true} {
				if err := os.WriteFile(s.file(variant, start, pretty), gzipped(t, answerOf(variant, start, pretty)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"access_token": "ya29.bench", "expires_in": 3599, "token_type": "Bearer"}`))
	})
	mux.HandleFunc("POST /webmasters/v3/sites/{site}/searchAnalytics/query", s.query)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func (s *searchConsole) file(variant, start int, pretty bool) string {
	return filepath.Join(s.folder, fmt.Sprintf("%d-%d-%t.json.gz", variant, start, pretty))
}

func (s *searchConsole) query(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		StartDate, EndDate string
		Dimensions         []string
		StartRow           int
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	day, err := time.Parse(time.DateOnly, asked.StartDate)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	if !slices.Equal(asked.Dimensions, []string{"query", "page"}) || asked.StartRow >= rowsOfADay {
		_, _ = w.Write([]byte(`{"responseAggregationType": "byPage"}`))
		return
	}
	if asked.StartDate != asked.EndDate || asked.StartRow%rowsOfAnAnswer != 0 || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		http.Error(w, "rendered are the pages of one day, compressed", http.StatusNotImplemented)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	variant := int(day.Unix()/int64(24*time.Hour/time.Second)) % s.variants
	http.ServeFile(w, r, s.file(variant, asked.StartRow, r.URL.Query().Get("prettyPrint") != "false"))
}

// answerOf returns a page of a day: queries by clicks, descending, some with several pages. Days share most
// keys and differ in figures, like real ones.
func answerOf(variant, start int, pretty bool) []byte {
	words := strings.Fields("waterproof hiking boots women men light tent two person family sleeping bag winter stove titanium fuel backpack forty litres best cheap review size how to clean repair rain jacket trail running shoes wide")
	word := func(n int) string { return words[n%len(words)] }
	var b bytes.Buffer
	b.WriteString(`{"rows":[`)
	for i := start; i < start+rowsOfAnAnswer; i++ {
		if i > start {
			b.WriteByte(',')
		}
		key := (i*7919 + variant*13) % rowsOfADay
		query := key % 31_000
		fmt.Fprintf(&b, `{"keys":["%s %s %s %d","https://www.shop.example/%s/%s-%d"],"clicks":%d,"impressions":%d,"ctr":%.16f,"position":%.15f}`,
			word(query), word(query/33), word(query/1089), query%97, word(key%4000), word(key%4000/33), key%4000,
			max(0, 4000/(i+1)-variant), 40_000/(i+1)+key%9+1, .02/float64(1+i%7), 1+float64((key+variant)%97)/7)
	}
	b.WriteString(`],"responseAggregationType":"byPage"}`)
	if !pretty {
		return b.Bytes()
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, b.Bytes(), "", "  "); err != nil {
		panic(err)
	}
	return indented.Bytes()
}

func gzipped(t testing.TB, content []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	writer := gzip.NewWriter(&b)
	if _, err := writer.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// serviceAccount writes the key file of a service account with a token URI, and returns its path.
func serviceAccount(t testing.TB, tokenURI string) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": "bench", "private_key_id": "bench", "client_id": "1",
		"private_key":  string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"client_email": "reader@bench.iam.gserviceaccount.com", "token_uri": tokenURI,
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "service-account.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
