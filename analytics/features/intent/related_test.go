package intent_test

import (
	"testing"

	"upslope/analytics/features/intent"
)

func TestAPageLeadsToAnotherOnlyOnItsSubject(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, title, target, query string
		want                       bool
	}{
		{"/category/wallets", "", "/product/compact-wallet", "compact wallet", true},
		{"/guide/how-to-choose-a-wallet", "", "/product/compact-wallet", "compact wallet explained", true},
		{"/product/modular-wallet", "", "/product/compact-wallet", "compact wallet", true},
		{"/product/handmade-piano", "", "/product/compact-wallet", "compact wallet", false},
		{"/product/minimalist-aquarium", "", "/product/minimalist-stroller", "minimalist stroller", false},
		{"/blog/mindful-beekeeping", "", "/automated-inventory", "automated inventory calculator", false},
		{"/treatments/municipal-moving", "", "/treatments/municipal-glazing", "municipal glazing problems", false},
		{"/treatments", "", "/treatments/municipal-glazing", "municipal glazing", true},
		{"/", "", "/treatments/municipal-glazing", "municipal glazing", false},
		{"/stories/snow", "", "/sleeping-bags-for-winter", "sleeping bag", false},
		{"/guides/clean-a-sleeping-bag", "", "/sleeping-bags-for-winter", "sleeping bag", true},
		{"/category/portefeuilles", "", "/produit/portefeuille-compact", "portefeuille compact", true},
		{"/p/4713", "Modular wallets", "/p/4712", "compact wallet", true},
		{"/p/4711", "", "/p/4712", "compact wallet", false},
		{"/wallets", "", "/p/4712", "compact wallet", true},
		{"/палатки", "", "/туры/поход", "двухместные палатки", true},
		{"/блог/лодки", "", "/туры/поход", "двухместные палатки", false},
	} {
		if got := intent.IsOnSubject("https://example.com"+c.page, c.title, "https://example.com"+c.target, c.query, ""); got != c.want {
			t.Errorf("%s to %s: %v", c.page, c.target, got)
		}
	}
}

func TestTheThingStandsFirstWhereAdjectivesFollowIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page, title, target, query, language string
		want                                 bool
	}{
		{"/x/portefeuille-compact", "", "/x/tente-compact", "tente compact", "fr-FR", false},
		{"/x/tente-familiale", "", "/x/tente-compact", "tente compact", "fr", true},
		{"/x/cartera-plegable", "", "/x/tienda-plegable", "tienda plegable", "es", false},
		{"/x/modular-wallet", "", "/x/compact-wallet", "compact wallet", "en", true},
		{"/x/faltbares-zelt", "", "/x/leichtes-zelt", "leichtes zelt", "de", true},
		{"/produit/portefeuille-compact", "", "/produit/tente-compact", "tente compact", "", false},
		{"/produit/tente-familiale", "", "/produit/tente-compact", "tente compact", "", true},
		{"/fr/p/portefeuille-compact", "", "/fr/p/tente-compact", "tente compact", "", false},
		{"/p/4713", "Portefeuille compact avec clip", "/p/4712", "tente compact", "", false},
		{"/categorie/grote-tent", "", "/categorie/lichte-tent", "lichte tent", "", true},
	} {
		if got := intent.IsOnSubject("https://example.com"+c.page, c.title, "https://example.com"+c.target, c.query, c.language); got != c.want {
			t.Errorf("%s to %s (%s): %v", c.page, c.target, c.language, got)
		}
	}
}
