package intent_test

import (
	"testing"

	"upslope/analytics/features/intent"
)

func TestQueriesHaveTheIntentOfTheirWords(t *testing.T) {
	t.Parallel()
	for want, queries := range map[intent.Intent][]string{
		intent.Subject:     {"tents", "waterproof hiking boots", "tents for camping", "reviews", "london", "rucksack", "палатка", "down jacket for winter"},
		intent.Price:       {"cheap tents", "tent price", "zelt kaufen", "tente pas cher", "comprar tienda", "tenda prezzo", "tent kopen", "comprar barraca", "купить палатку"},
		intent.Size:        {"2 person tent", "65l backpack", "4 season tent", "hiking boots size 10", "zelt 3 personen", "tente 2 personnes", "1000 lumen headlamp"},
		intent.Comparison:  {"best tents", "tents vs hammocks", "zelt test", "meilleure tente", "mejores tiendas", "migliori tende", "beste tent", "melhor barraca", "лучшие палатки", "best 2 person tent"},
		intent.Opinion:     {"tent reviews", "zelt erfahrungen", "avis tente", "opiniones tienda", "палатка отзывы"},
		intent.Use:         {"tent size chart", "tent setup", "zelt pflege", "guía de tallas botas", "tent size guide"},
		intent.Information: {"how to clean a tent", "what size tent do i need", "wie wäscht man ein zelt", "comment nettoyer une tente", "cómo limpiar", "come pulire la tenda", "hoe was ik een tent", "como limpar", "как выбрать палатку", "tent ideas"},
		intent.Local:       {"tents near me", "plumber london", "zelte in der nähe", "tente près de moi", "палатки рядом", "best pizza near me"},
		intent.Navigation:  {"shop login", "tents amazon", "mein konto anmelden"},
	} {
		for _, query := range queries {
			if got := intent.Of(query); got != want {
				t.Errorf("%q: %s, want %s", query, got, want)
			}
		}
	}
}

func TestPagesHaveTheKindOfTheirFolders(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]intent.PageKind{
		"https://example.com/":                         intent.Home,
		"https://example.com/de-at/":                   intent.Home,
		"https://example.com/guides/best-tents":        intent.Guide,
		"https://example.com/how-to-clean-a-tent":      intent.Guide,
		"https://example.com/collections/tents":        intent.Category,
		"https://example.com/product/orrin":            intent.Product,
		"https://example.com/locations/berlin":         intent.Location,
		"https://example.com/services/roofing":         intent.Service,
		"https://example.com/browse/tents":             intent.Category,
		"https://example.com/features/reporting":       intent.Offer,
		"https://example.com/listing/blue-tent":        intent.Listing,
		"https://example.com/team/ana-silva":           intent.Person,
		"https://example.com/tents":                    intent.Unknown,
		"https://example.com/tents?q=/guides/":         intent.Unknown,
		"https://example.com/blog/category/tents/2026": intent.Guide,
	} {
		if got := intent.PathKind(page); got != want {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestOnlyAFittingPageAnswersAnIntent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind intent.PageKind
		want intent.Intent
		can  bool
	}{
		{intent.Category, intent.Subject, true}, {intent.Category, intent.Price, true}, {intent.Category, intent.Comparison, false},
		{intent.Category, intent.Information, false}, {intent.Category, intent.Size, false}, {intent.Category, intent.Local, false},
		{intent.Guide, intent.Comparison, true}, {intent.Guide, intent.Information, true}, {intent.Guide, intent.Local, false},
		{intent.Product, intent.Size, true}, {intent.Location, intent.Local, true}, {intent.Unknown, intent.Local, false},
		{intent.Home, intent.Navigation, false}, {intent.Unknown, intent.Information, true},
		{intent.Product, intent.Use, true}, {intent.Product, intent.Opinion, true}, {intent.Product, intent.Information, false}, {intent.Product, intent.Comparison, false},
		{intent.Offer, intent.Opinion, true}, {intent.Offer, intent.Comparison, false}, {intent.Offer, intent.Local, false},
		{intent.Listing, intent.Subject, true}, {intent.Listing, intent.Use, false}, {intent.Person, intent.Information, false},
	} {
		if got := c.kind.CanAnswer(c.want); got != c.can {
			t.Errorf("%q, %q: %v", c.kind, c.want, got)
		}
	}
}

func TestWordsOfPriceAndPlaceAreNoSubject(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{"cheap tents": "tents", "zelt kaufen": "zelt", "tents for sale near me": "tents", "how to buy a tent": "how to a tent"} {
		if got := intent.WithoutWish(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

func TestOnlyWhatNamesNoPlaceIsNearby(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]bool{"plumber near me": true, "zelte in der nähe": true, "nearest dentist": true, "plumber london": false, "tents": false, "near": false} {
		if got := intent.IsNearby(query); got != want {
			t.Errorf("%q: nearby %v", query, got)
		}
	}
}
