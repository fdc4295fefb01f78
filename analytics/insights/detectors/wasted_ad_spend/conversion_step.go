package wastedadspend

import (
	"regexp"
	"slices"

	"upslope/analytics/facts"
	"upslope/analytics/features/intent"
)

// conversionStep is what may be broken where people who want to buy don't, by the folders of the site. Many a
// site of forms has a cart that nobody uses: alone it tells nothing.
func conversionStep(row map[string]any, folders []string) string {
	has := func(kinds ...intent.PageKind) bool {
		return slices.ContainsFunc(folders, func(folder string) bool { return slices.Contains(kinds, intent.PathKind(folder)) })
	}
	is := func(name string) bool { return facts.Number(row, name) != 0 }
	sellsGoods := has(intent.Product, intent.Category) || slices.ContainsFunc(folders, shopFolder.MatchString)
	takesInquiries := has(intent.Service, intent.Offer, intent.Person)
	switch {
	case intent.IsSoftware(folders):
		return "sign-up or checkout"
	case takesInquiries && !sellsGoods && is("has_booking"):
		return "booking form"
	case takesInquiries && !sellsGoods:
		return "form"
	case sellsGoods && !takesInquiries && is("has_cart"):
		return "checkout"
	case is("is_unread") || is("has_cart") || is("has_amounts"):
		return "form or checkout"
	}
	return "form"
}

var shopFolder = regexp.MustCompile(`(?i)^/(shop|store|boutique|tienda|negozio|loja)$`)
