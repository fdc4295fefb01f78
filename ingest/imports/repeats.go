package imports

import (
	"hash/maphash"
	"net/url"

	"upslope"
	"upslope/ingest/crawl"
)

// maxRepeats bounds the memory of repeats: what is beyond counts as new.
const maxRepeats = 500_000

// repeats leaves out the rows of an archive that say nothing new: the tabs of a crawl repeat each other, and
// a value comes from the first table that has it (merge_tabs.sql), in the order in which they are read.
type repeats struct {
	seed  maphash.Seed
	told  map[uint64]uint64   // URL → values known, by valuesOf
	shown map[uint64]struct{} // URL with a column that is only shown, and its value
	left  int64               // rows left out
}

// shownCell is a column that is only shown, and its value.
type shownCell struct {
	page          uint64
	header, value string
}

// newRepeats is nil, so that all rows are new, for one table of pages and where tables may be left out.
func newRepeats(tabs []crawl.Tab, mayLeaveOut bool) *repeats {
	pages := 0
	for _, tab := range tabs {
		if tab.Kind == crawl.Pages || tab.Kind == crawl.Redirects {
			pages++
		}
	}
	if pages < 2 || mayLeaveOut {
		return nil
	}
	return &repeats{seed: maphash.MakeSeed(), told: map[uint64]uint64{}, shown: map[uint64]struct{}{}}
}

// adds reports whether the row says anything that no earlier table said of its URL, and remembers it.
func (r *repeats) adds(row *pageRow) bool {
	if r == nil {
		return true
	}
	key := r.keyOf(row)
	values := valuesOf(&row.Page)
	before, known := r.told[key]
	isNew := !known || values&^before != 0 || row.listedIn != ""
	if known || len(r.told) < maxRepeats {
		r.told[key] = before | values
	}
	for header, value := range row.Columns {
		cell := maphash.Comparable(r.seed, shownCell{key, header, value})
		if _, known := r.shown[cell]; !known {
			isNew = true
			if len(r.shown) < maxRepeats {
				r.shown[cell] = struct{}{}
			}
		}
	}
	if !isNew {
		r.left++
	}
	return isNew
}

// keyOf identifies a URL as merge_tabs.sql does: by its normalized form and one spelling.
func (r *repeats) keyOf(row *pageRow) uint64 {
	spelling, err := url.PathUnescape(row.URL)
	if err != nil {
		spelling = row.URL
	}
	return maphash.Comparable(r.seed, [2]string{row.Key, spelling})
}

// valuesOf has a bit for each value of the page that is known, and another for each text that is not empty.
func valuesOf(p *upslope.Page) (values uint64) {
	bit := uint64(1)
	note := func(known bool) {
		if known {
			values |= bit
		}
		bit <<= 1
	}
	for _, n := range [...]*upslope.Optional[int]{
		&p.StatusCode, &p.TitleLength, &p.TitlePixels, &p.DescriptionLength, &p.DescriptionPixels, &p.H1Length, &p.H1Count, &p.SizeBytes, &p.WordCount,
		&p.CrawlDepth, &p.Inlinks, &p.UniqueInlinks, &p.Outlinks, &p.ImagesWithoutAlt, &p.SearchImpressions, &p.SearchClicks, &p.Sessions, &p.OrganicVisits,
	} {
		note(n.Known)
	}
	for _, text := range [...]*upslope.Optional[string]{&p.Title, &p.Description, &p.H1, &p.SecondH1, &p.MetaRobots, &p.XRobotsTag, &p.Canonical, &p.MetaRefresh} {
		note(text.Known)
		note(text.Value != "")
	}
	for _, text := range [...]string{p.Status, p.ContentType, p.IndexabilityStatus, p.RedirectURL, p.RedirectType, p.Language, p.Hash} {
		note(text != "")
	}
	for _, known := range [...]bool{p.Indexable.Known, p.LinkScore.Known, p.ResponseTime.Known, p.LastModified.Known, p.CrawledAt.Known} {
		note(known)
	}
	return values
}
