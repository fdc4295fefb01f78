package snippets

import (
	"slices"
	"testing"
)

func TestTextsAreCutWhereTheyMeanSomething(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"Short enough.", 155, "Short enough."},
		{"The first sentence is whole. The second is not", 36, "The first sentence is whole."},
		{"boots for rain, snow and all that", 24, "boots for rain."},
		{"nothing here parts the words", 14, "nothing here…"},
		{"日本語の長い文章、まだ続く", 20, "日本語の長い文章。"},
	} {
		if got := Shorten(c.text, c.width); got != c.want {
			t.Errorf("%q at %v: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestTitlesArePutTogetherOfWhatThereIs(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		TitleCase("best boots for the rain"):              "Best Boots for the Rain",
		Sentence("ärmel"):                                 "Ärmel",
		WithClause("Tents", FirstClause("For four. New")): "Tents: For four",
		WithClause("Tents", "tents for all"):              "",
		WithClause("Tents", "Compare 18 tents from $25"):  "Compare 18 Tents from $25",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if own, end := SplitEnding("Best tents – Example"); own != "Best tents" || end != " – Example" {
		t.Errorf("%q %q", own, end)
	}
	if got := Words("Größe: 4-season TENT's"); !slices.Equal(got, []string{"größe", "4", "season", "tent", "s"}) {
		t.Errorf("%q", got)
	}
	if got := Width("AB日"); got != 4.6 {
		t.Errorf("%v", got)
	}
}
