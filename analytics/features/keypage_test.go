package features

import (
	"testing"

	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

// A page is a key page by its last word, in the languages of most sites: not by a part of it, or by folders.
func TestKeyPagesAreTheHomePageAndWhereVisitorsBecomeCustomers(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	for address, want := range map[string]bool{
		"https://example.com":                           true,
		"https://example.com/":                          true,
		"https://example.com/?page=2":                   false,
		"https://example.com/about":                     false,
		"https://example.com/contact":                   true,
		"https://example.com/Contact-Us/":               true,
		"https://example.com/en/contact.html":           true,
		"https://example.com/contact-lenses":            false,
		"https://example.com/contact/directions":        false,
		"https://example.com/book-online":               true,
		"https://example.com/books":                     false,
		"https://example.com/blog/booking-tips":         false,
		"https://example.com/book-a-table":              true,
		"https://example.com/checkout":                  true,
		"https://example.com/pricing?plan=team":         true,
		"https://example.com/blog/pricing-strategies":   false,
		"https://example.com/request-a-quote":           true,
		"https://example.com/famous-quotes":             false,
		"https://example.de/terminvereinbarung":         true,
		"https://example.de/warenkorb":                  true,
		"https://example.fr/nous-contacter":             false,
		"https://example.es/presupuesto":                true,
		"https://example.jp/%E4%BA%88%E7%B4%84":         true,
		"https://example.jp/お問い合わせ":                     true,
		"https://example.ru/контакты":                   true,
		"https://example.com/login/reset-your-password": false,
	} {
		sql := facts.Given().Must("-- uses: is_key_page\nselect is_key_page(address) from (select {address:String} as address)")
		err := db.Query(t.Context(), sql, map[string]any{"address": address}, func(_ []string, values []any) error {
			if got := values[0] == uint8(1) || values[0] == true; got != want {
				t.Errorf("%s is a key page: %v", address, got)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
