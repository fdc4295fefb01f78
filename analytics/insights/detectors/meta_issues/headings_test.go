package metaissues

import "testing"

func TestTheAddressNamesAPageWhereItsTitleIsSharedAndNoOtherHasTheName(t *testing.T) {
	t.Parallel()
	pages := []page{
		{url: "https://example.com/about", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/blog/cardiology", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/doctors/cardiology", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/events/past", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/guides/general-surgery", title: "Book your doctor", pagesWithTitle: 9},
		{url: "https://example.com/guides/sleep", title: "How to sleep well", pagesWithTitle: 1},
		{url: "https://example.com/product/vintage-backpack", title: "Vintage backpack: compared and explained", pagesWithTitle: 1},
		{url: "https://example.com/news/7", title: "Spring: what is new", pagesWithTitle: 1},
		{url: "https://example.com/guides/tents", title: "Camping: all about tents", pagesWithTitle: 1},
	}
	in := newTitleContext("missing_h1", suffix, pages)
	for i, want := range []string{"About", "", "", "", "General Surgery", "How to sleep well", "Vintage backpack", "Spring: what is new", "Camping: all about tents"} {
		if got, _ := proposeHeading(pages[i], "missing_h1", in); got != want {
			t.Errorf("%s: %q, want %q", pages[i].url, got, want)
		}
	}
}
