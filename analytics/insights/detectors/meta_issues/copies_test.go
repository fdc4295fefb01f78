package metaissues

import (
	"maps"
	"testing"

	"upslope/analytics/facts"
)

// hospital is a page as detector.sql lists it, with an Arabic title.
func hospital(address, title, words string) map[string]string {
	return map[string]string{"url": "https://example.com" + address, "title": title + suffix, "heading": title, "pages_with_title": "2", "pages_with_heading": "2", "words": words}
}

func TestOnePageAtTwoAddressesWantsOneOfThem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		other      map[string]string
		wantCopyOf string
	}{
		"an id beside an address with words":         {hospital("/centers/28", "مستشفى راشد", "140"), "https://example.com/centers/mstshf-rashd"},
		"nearly as long":                             {hospital("/centers/28", "مستشفى راشد", "142"), "https://example.com/centers/mstshf-rashd"},
		"much longer: two pages":                     {hospital("/centers/28", "مستشفى راشد", "240"), ""},
		"of unknown length: nobody knows":            {hospital("/centers/28", "مستشفى راشد", "0"), ""},
		"both addresses have words, and not as many": {hospital("/centers/mstshf-dby", "مستشفى راشد", "141"), ""},
		"just as many: to be compared":               {hospital("/centers/rashd-dby", "مستشفى راشد", "140"), "https://example.com/centers/mstshf-rashd"},
		"of another section":                         {hospital("/clinics/28", "مستشفى راشد", "140"), ""},
	} {
		titles := []map[string]string{hospital("/centers/mstshf-rashd", "مستشفى راشد", "140"), c.other}
		row := map[string]any{"issue": "duplicate_title", "template": "/centers/*", "affected_pages": uint64(2), "examples": titles}
		texts := []map[string]string{hospital("/centers/mstshf-rashd", "مستشفى راشد", "140"), maps.Clone(c.other)}
		rows := judged(t, row, map[string]any{"issue": "duplicate_description", "template": "/centers/*", "affected_pages": uint64(2), "examples": texts})
		var kept, other map[string]string
		for _, example := range rows[0]["examples"].([]map[string]string) {
			if example["url"] == c.other["url"] {
				other = example
			} else {
				kept = example
			}
		}
		isCopy := c.wantCopyOf != ""
		if other["copyOf"] != c.wantCopyOf || isCopy && (other["proposal"] != "" || kept["proposal"] != "مستشفى راشد"+suffix) {
			t.Errorf("%s: %v beside %v", name, other, kept)
		}
		// One address settles the description too.
		if got := facts.Number(rows[0], "copied_pages"); (got == 1) != isCopy || (len(rows) == 1) != isCopy {
			t.Errorf("%s: %v copied pages, %d rows", name, got, len(rows))
		}
	}
}

func TestLatinLettersOfAddressesStayOutOfTitlesInOtherScripts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages []page
		want  string
	}{
		"an Arabic title": {[]page{{url: "https://example.com/centers/salam-clinic", title: "مستشفى" + suffix}, {url: "https://example.com/centers/noor", title: "مستشفى" + suffix}}, ""},
		"a shared English title on a site with Arabic ones": {[]page{
			{url: "https://example.com/blog/kyf-takhtar-tabib", title: "Book your doctor and earn cashback in Dubai" + suffix, pagesWithTitle: 9},
			{url: "https://example.com/x", title: "مستشفى" + suffix}}, ""},
		"words without vowels": {[]page{{url: "https://example.com/centers/mstshf-rashd", title: "Book your doctor and earn cashback" + suffix, pagesWithTitle: 9}}, ""},
		"words that people write": {[]page{{url: "https://example.com/centers/salam-clinic", title: "Book your doctor and earn a real cashback at once" + suffix, pagesWithTitle: 9},
			{url: "https://example.com/", title: "Book your doctor and earn a real cashback at once" + suffix}}, "Salam Clinic" + suffix},
		"the single word of a page, however short": {[]page{{url: "https://example.com/about", title: "Book your doctor and earn a real cashback at once" + suffix, pagesWithTitle: 9},
			{url: "https://example.com/", title: "Book your doctor and earn a real cashback at once" + suffix}}, "About" + suffix},
	} {
		in := newTitleContext("duplicate_title", suffix, c.pages)
		if got, _ := proposeTitle(c.pages[0], in); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestADoubledWordIsMendedAndNeverKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Book Appointment with Dr. Dr. Sara Ahmed": "Book Appointment with Dr. Sara Ahmed",
		"The the end of of it":                     "The end of it",
		"Hotels in Bora Bora":                      "Hotels in Bora Bora",
		"Dr. Sara and Dr. Ahmed":                   "Dr. Sara and Dr. Ahmed",
	} {
		if got := undoubled(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	title := "Book Appointment with Dr. Dr. Sara Ahmed"
	examples := []map[string]string{{"url": "https://example.com/book/dr-sara-ahmed-2", "title": title}, {"url": "https://example.com/book/dr-sara-ahmed-3", "title": title}}
	row := judged(t, map[string]any{"issue": "duplicate_title", "template": "/book/*", "affected_pages": uint64(2), "examples": examples})[0]
	if row["doubled_word"] != "Dr." || examples[0]["proposal"] != "Book Appointment with Dr. Sara Ahmed" {
		t.Errorf("%v, %v", row["doubled_word"], examples[0])
	}
}

// The title of a task says what its steps do with the pages: redirect, compare or correct them.
func TestTitlesSayWhatTheStepsChange(t *testing.T) {
	t.Parallel()
	twin, copied, record, titled := map[string]string{"twin": "/a"}, map[string]string{"copyOf": "/a"}, map[string]string{"recordOf": "/a"}, map[string]string{"proposal": "A title"}
	for want, pages := range map[string][]map[string]string{
		"redirects": {twin, twin}, "comparisons": {copied, twin}, "records": {record, record}, "mostly records": {record, record, titled}, "": {copied, titled},
	} {
		row := map[string]any{"issue": "duplicate_title", "affected_pages": len(pages), "examples": pages}
		if addChanges(row); row["title_change"] != want || row["pages_to_change"] != len(pages) {
			t.Errorf("%q for %v pages, want %q", row["title_change"], row["pages_to_change"], want)
		}
	}
	row := map[string]any{"issue": "duplicate_description", "affected_pages": 3, "examples": []map[string]string{{"keeps": "/a"}, {}, {}}}
	if addChanges(row); row["pages_to_change"] != 2 {
		t.Errorf("%v pages get a description, want those that don't keep theirs", row["pages_to_change"])
	}
}

// Addresses with a doubled word, or one of two letters that may be an abbreviation, make no titles.
func TestNoTitleIsMadeOfAnAddressThatMayReadWrong(t *testing.T) {
	t.Parallel()
	for slug, want := range map[string]bool{
		"aion classic eu": false, "london london united kingdom": false, "telecommute": true, "guide to tents": true, "about us": true,
	} {
		if got := (titleContext{}).isSpelled(slug); got != want {
			t.Errorf("%q: %v, want %v", slug, got, want)
		}
	}
}
