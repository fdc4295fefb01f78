package upslope

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTagsAreShortFewAndDifferInMoreThanCase(t *testing.T) {
	got, err := CleanTags([]string{" Shop ", "shop", "Key  account", "SHOP"})
	if err != nil || !slices.Equal(got, []string{"Shop", "Key account"}) {
		t.Errorf("%q, %v", got, err)
	}
	many := make([]string, 21)
	for i := range many {
		many[i] = strings.Repeat("x", i+1)
	}
	for name, tags := range map[string][]string{"empty": {" "}, "long": {strings.Repeat("ä", 41)}, "hidden": {"a\x00b"}, "many": many} {
		if _, err := CleanTags(tags); CodeOf(err) != Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCleanTags(f *testing.F) {
	f.Add("Shop,shop", "x")
	f.Add("\u202e", "\xff")
	f.Fuzz(func(t *testing.T, list, tag string) {
		cleaned, err := CleanTags(append(strings.Split(list, ","), tag))
		if err != nil {
			return
		}
		again, err := CleanTags(slices.Clone(cleaned))
		if err != nil || !slices.Equal(again, cleaned) || len(cleaned) > 20 {
			t.Errorf("%q becomes %q, then %q, %v", list, cleaned, again, err)
		}
		for _, one := range cleaned {
			if !utf8.ValidString(one) {
				t.Errorf("%q is not text", one)
			}
		}
	})
}

func TestAClientNeedsANameAndValidDetails(t *testing.T) {
	for name, edit := range map[string]ClientEdit{
		"name": {Name: new(" ")}, "currency": {Currency: new("money")}, "contactEmail": {ContactEmail: new("nobody")},
		"senderName": {SenderName: new(strings.Repeat("x", 101))}, "branding": {Branding: BrandingEdit{Color: new("red")}},
	} {
		err := edit.Clean()
		if wrong, is := errors.AsType[*Error](err); !is || wrong.Code != Invalid || wrong.Field != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	edit := ClientEdit{Name: new(" Acme "), Currency: new("eur"), ContactEmail: new("Jo@Example.com"), SenderName: new("")}
	if err := edit.Clean(); err != nil || *edit.Name != "Acme" || *edit.Currency != "EUR" || *edit.ContactEmail != "jo@example.com" {
		t.Errorf("%+v, %v", edit, err)
	}
}
