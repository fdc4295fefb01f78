package analytics

import "testing"

func TestATextSaysWordsInAnyOrderNumberAndScript(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		text, words string
		want        bool
	}{
		{"Hiking Boots for Winter | Larkspur", "winter hiking boot", true},
		{"Tents: Compare and Buy | Larkspur", "4 season tent", false},
		{"登山靴のおすすめ15選", "登山靴 おすすめ", true},
		{"أفضل الأحذية للمشي", "أحذية", true},
		{"Wanderschuhe für Damen", "wanderschuhe herren", false},
		{"", "tents", false},
	} {
		if got := says(one.text, one.words); got != one.want {
			t.Errorf("%q says %q: %v", one.text, one.words, got)
		}
	}
}

func TestTextsHaveNothingInThemThatCannotBeSeen(t *testing.T) {
	t.Parallel()
	var said texts
	if err := said.Title.UnmarshalText([]byte(`Bring “{{.query}}” up on {{path .page}}: {{quoted 2 .others}}`)); err != nil {
		t.Fatal(err)
	}
	title, _, _, err := said.say(map[string]any{
		"query": "new\nline \u202eabc", "page": "https://example.com/a", "others": []string{"one\ttwo", "right\u2067left"},
	})
	if want := "Bring “new line abc” up on /a: “one two”, “rightleft”"; err != nil || title != want {
		t.Errorf("%q, %v, want %q", title, err, want)
	}
}
