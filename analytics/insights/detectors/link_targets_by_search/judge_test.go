package linktargetsbysearch

import (
	"testing"

	"upslope/analytics/facts"
)

func TestLinksFollowTheLanguageOfTheirPage(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]float64{"fr": 0, "": 1, "en": 1} {
		row := map[string]any{
			"page": "https://example.com/p/portefeuille-compact", "page_language": language,
			"linked_from": []map[string]string{{"source": "https://example.com/p/rasoir-compact", "anchor": "portefeuille compact", "title": "", "folder": ""}},
		}
		got, err := Judge(map[string]any{"folder_sources": int64(3)}, []map[string]any{row})
		if err != nil || facts.Number(got[0], "source_pages") != want {
			t.Errorf("%q: %v, %v", language, got, err)
		}
	}
}
