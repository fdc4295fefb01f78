package analytics

import "testing"

func TestATextSaysWordsInAnyOrderNumberAndScript(t *testing.T) {
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
