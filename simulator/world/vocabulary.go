package world

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed shop.tsv
var shopTSV string

// assortment is one category of goods: names, prices, uses and season.
type assortment struct {
	folder, one, many string
	low, high         float64
	season            season
	features, uses    []string
}

// guideForm is the template of one guide in every category.
type guideForm struct {
	slug, title string
	queries     []string
}

// staticPage is a page every shop has once.
type staticPage struct {
	path, title, description string
	queries                  []string
}

// vocabulary is shop.tsv.
type vocabulary struct {
	assortments               []assortment
	names, colours, modifiers []string
	guides                    []guideForm
	statics                   []staticPage
	brand                     []string
}

func readVocabulary() vocabulary {
	var v vocabulary
	for line := range strings.Lines(shopTSV) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		switch cells[0] {
		case "category":
			v.assortments = append(v.assortments, assortment{
				folder: cells[1], one: cells[2], many: cells[3], low: number(cells[4]), high: number(cells[5]),
				season: season{peak: int(number(cells[6])), swing: number(cells[7])}, features: list(cells[8]), uses: list(cells[9]),
			})
		case "names":
			v.names = list(cells[1])
		case "colours":
			v.colours = list(cells[1])
		case "modifiers":
			v.modifiers = list(cells[1])
		case "guide":
			v.guides = append(v.guides, guideForm{slug: cells[1], title: cells[2], queries: list(cells[3])})
		case "static":
			v.statics = append(v.statics, staticPage{path: cells[1], title: cells[2], description: cells[3], queries: list(cells[4])})
		case "brand":
			v.brand = append(v.brand, cells[1])
		}
	}
	return v
}

func list(cell string) []string {
	if cell == "" {
		return nil
	}
	return strings.Split(cell, "|")
}

// number parses a figure of shop.tsv; a test parses the complete file.
func number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		return 0
	}
	return x
}

// fill inserts a category's words into a template.
func (a assortment) fill(form string) string {
	return strings.NewReplacer("{one}", a.one, "{many}", a.many, "{use1}", a.uses[0], "{use2}", a.uses[1],
		"{One}", title(a.one), "{Many}", title(a.many), "{Use1}", title(a.uses[0]), "{Use2}", title(a.uses[1])).Replace(form)
}

// title capitalizes words.
func title(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, " ")
}

// slug converts words to a URL path segment.
func slug(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}
