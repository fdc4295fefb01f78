package snippets

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestTitlesAreMeasuredInTheirScript(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want float64 // as crawlers and browsers measure it in Arial at 20 px
	}{
		{"Hiking Boots: Compare and Buy | Larkspur", 380},
		{"MULTFUN - Поринь у світ мультів", 307},
		{"Асфальтоукладчики — купить в Казахстане", 404},
		{"登山靴のおすすめ15選", 202},
		{"מגפי הליכה לגברים", 160},
		{"مستشفى الشيخ خليفة | SehaSave", 258},
		{"e\u0301te\u0301", 28},
		{"", 0},
	} {
		if got := TitlePixels(c.text); math.Abs(got-c.want) > .06*c.want {
			t.Errorf("%s: %.0f px, want about %.0f", c.text, got, c.want)
		}
	}
}

// The widths that a crawler wrote beside real titles and descriptions, within 8% each and 3% on average.
func TestWidthsAreThoseOfCrawlers(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"cilium-io-internal_all.csv", "doubled-suffix-internal_all.csv", "small-internal_all-48col.csv"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "crawls", name))
		if err != nil {
			t.Skipf("the real exports are not on this machine: %v", err)
		}
		records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		columns := map[string]int{}
		for i, column := range records[0] {
			columns[column] = i
		}
		for text, pixels := range map[string]func(string) float64{"Title 1": TitlePixels, "Meta Description 1": DescriptionPixels} {
			sum, count := 0., 0.
			for _, record := range records[1:] {
				want, err := strconv.ParseFloat(record[columns[text+" Pixel Width"]], 64)
				if err != nil || want < 100 {
					continue
				}
				ratio := pixels(record[columns[text]]) / want
				sum, count = sum+ratio, count+1
				if math.Abs(ratio-1) > .08 {
					t.Errorf("%s: %q is %.2f of %.0f px", name, record[columns[text]], ratio, want)
				}
			}
			if count > 0 && math.Abs(sum/count-1) > .03 {
				t.Errorf("%s: %s are %.3f of what the crawler measured", name, text, sum/count)
			}
		}
	}
}
