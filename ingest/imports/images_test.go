package imports

import (
	"strings"
	"testing"
)

const (
	imageHeader  = "Type,Source,Destination,Size (Bytes),Alt Text,Anchor,Status Code,Status,Follow"
	pagesImages  = "select url, images_without_alt, status_code from pages where import_id = {import_id:UUID} order by url"
	imageIssues  = "select url, details from technical_issues where import_id = {import_id:UUID} and issue_type = 'images_without_alt' order by url"
	issuesOfBoth = "https://shop.example/ | 2 images without alt text\nhttps://shop.example/a | 1 image without alt text"
)

// withoutAlt and withoutAttribute are bulk exports of images; allImages lists every image.
var (
	withoutAlt = []string{imageHeader,
		"Image,https://shop.example/,https://shop.example/one.png,9,,,200,OK,true",
		"Image,https://shop.example/,https://shop.example/one.png,9,,,200,OK,true",
		"Image,https://shop.example/a,https://cdn.example/gone.png,9,,,404,Not Found,true",
		"Image,https://shop.example/elsewhere,https://shop.example/one.png,9,,,200,OK,true"}
	withoutAttribute = []string{imageHeader, "Image,https://shop.example/,https://shop.example/two.png,9,,,200,OK,true"}
	allImages        = []string{imageHeader,
		"Image,https://shop.example/,https://shop.example/one.png,9,,,200,OK,true",
		"Image,https://shop.example/,https://shop.example/two.png,9,,,200,OK,true",
		"Image,https://shop.example/a,https://cdn.example/gone.png,9,,,404,Not Found,true",
		"Image,https://shop.example/a,https://shop.example/fine.png,9,A red shoe,,200,OK,true"}
)

func TestImagesWithoutAltAreFindingsOfThePagesThatHoldThem(t *testing.T) {
	pages := []string{"internal_all.csv", strings.TrimSuffix(internalTab, "\n")}
	text := []string{"images_missing_alt_text_inlinks.csv", strings.Join(withoutAlt, "\n")}
	attribute := []string{"images_missing_alt_attribute_inlinks.csv", strings.Join(withoutAttribute, "\n")}
	all := []string{"all_image_inlinks.csv", strings.Join(allImages, "\n")}
	for name, files := range map[string][][]string{
		"after the pages":                 {pages, text, attribute},
		"before the pages":                {attribute, text, pages},
		"in one archive":                  {{"tabs.zip", zipped(t, pages[0], pages[1], text[0], text[1], attribute[0], attribute[1])}},
		"every image":                     {pages, all},
		"every image, then those without": {all, pages, text, attribute},
		"another tab afterwards":          {pages, all, {"h1_all.csv", strings.TrimSuffix(h1Tab, "\n")}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkbench(t)
			for _, file := range files {
				w.mustUpload(file[0], file[1])
			}
			if got := w.rows(imageIssues); got != issuesOfBoth || len(w.crawls()) != 1 {
				t.Errorf("%d crawls, issues\n%s\nwant\n%s", len(w.crawls()), got, issuesOfBoth)
			}
			want := strings.TrimSpace(`
https://shop.example/ | 2 | 200
https://shop.example/a | 1 | 200
https://shop.example/b | null | 200
https://shop.example/caf%C3%A9 | null | 200
https://shop.example/gone | null | 404`)
			if got := w.rows(pagesImages); got != want {
				t.Errorf("pages\n%s\nwant no image among them\n%s", got, want)
			}
			if got := w.rows("select countIf(issue_type in ('broken_page', 'broken_outlinks')) from technical_issues where import_id = {import_id:UUID}"); got != "1" {
				t.Errorf("%s broken pages and links, want that of the Internal tab alone", got)
			}
		})
	}
}

func TestACrawlersOwnCountOfImagesWithoutAltCountsMoreThanItsLinks(t *testing.T) {
	w := newWorkbench(t)
	w.mustUpload("internal_all.csv", "Address,Status Code,Title 1,Images without alt text", "https://shop.example/,200,A title that is long enough for a page,1")
	w.mustUpload("all_image_inlinks.csv", allImages...)
	if got := w.rows(imageIssues); got != "https://shop.example/ | 1 image without alt text" {
		t.Errorf("issues\n%s", got)
	}
}

func TestAnImportOfImagesSaysHowManyPagesHaveThem(t *testing.T) {
	w := newWorkbench(t)
	alone := w.mustUpload("internal_all.csv", strings.TrimSuffix(internalTab, "\n"))
	if got, want := w.mustUpload("images_missing_alt_text_inlinks.csv", withoutAlt...).Message, "4 links read. 2 pages have images without alt text"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := w.mustUpload("all_inlinks.csv", inlinks...).Message, "2 links read"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if pages, links, issues := w.sweep(); pages != 5+5 || links != 4+2+6 || issues != uint64(alone.Issues+w.crawls()[0].Issues) {
		t.Errorf("%d pages, %d links and %d issues are left", pages, links, issues)
	}
}
