package upslope

import (
	"encoding/json"
	"testing"
)

func TestUnknownIsNotZero(t *testing.T) {
	type page struct {
		Known   Optional[int]    `json:"known"`
		Unknown Optional[int]    `json:"unknown"`
		Empty   Optional[string] `json:"empty"`
	}
	const text = `{"known":0,"unknown":null,"empty":""}`
	want := page{Known: Known(0), Empty: Known("")}
	encoded, err := json.Marshal(want)
	if err != nil || string(encoded) != text {
		t.Errorf("encoded %s, %v", encoded, err)
	}
	got := page{Unknown: Known(7)}
	if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
		t.Errorf("decoded %+v, %v", got, err)
	}
	if want.Unknown.Pointer() != nil || *want.Known.Pointer() != 0 {
		t.Error("the pointer of an unknown value is nil, of a known one it is not")
	}
}

func TestPageIsHTML(t *testing.T) {
	for _, c := range []struct {
		rule string
		page Page
		want bool
	}{
		{"by its content type", Page{ContentType: "text/html; charset=utf-8", Key: "https://a.example/x.png"}, true},
		{"not by another", Page{ContentType: "image/png", Key: "https://a.example/x"}, false},
		{"by its address when no type is told", Page{Key: "https://a.example/about"}, true},
		{"a home page", Page{Key: "https://a.example/"}, true},
		{"a domain is no extension", Page{Key: "https://a.zip/"}, true},
		{"a picture by its address", Page{Key: "https://a.example/x.PNG?v=1.2"}, false},
		{"a dot in a folder", Page{Key: "https://a.example/v1.2/about"}, true},
	} {
		if got := c.page.HTML(); got != c.want {
			t.Errorf("%s: %v, want %v", c.rule, got, c.want)
		}
	}
}

func TestNotIndexableByOneOfSeveralReasons(t *testing.T) {
	page := Page{IndexabilityStatus: "canonicalised, noindex"}
	if !page.NotIndexable(Noindex) || !page.NotIndexable(Canonicalised) || page.NotIndexable(Redirected) || (&Page{}).NotIndexable(Noindex) {
		t.Error("the reasons are not told apart")
	}
}
