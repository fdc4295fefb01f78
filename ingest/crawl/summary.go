package crawl

import (
	"fmt"
	"strings"
	"time"

	"upslope"
)

// Summary counts the rows read and not read.
type Summary struct {
	Rows     int64 // all rows; the sum of the next four
	Pages    int64
	Links    int64
	Issues   int64
	Chains   int64 // of redirects
	Rejected int64 // unusable rows
	Skipped  int64 // empty rows and rows not about web pages, such as mailto: links

	FirstRejects []Reject           // at most 100
	Hosts        map[string]int64   // host → pages (of links: sources) in all tables; at most 1,000 hosts
	TabHosts     []map[string]int64 // the same for each table
	Truncated    bool               // the file ends within a row
	Unread       map[Field]int64    // cells not understood and therefore unknown, by field
	Notes        []string           // sentences, such as the number of undecodable characters
	CrawledAt    time.Time          // latest time in the pages, or zero
}

// Reject is an unusable row and the reason.
type Reject struct {
	Tab    string `json:"tab"` // the file's name
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

const (
	maxFirstRejects = 100
	maxHosts        = 1000
)

func (s *Summary) count(index int, tab Tab, page *upslope.Page, link *upslope.Link) {
	s.Rows++
	switch tab.Kind {
	case Pages:
		s.Pages++
		s.countHost(index, page.Key)
		if page.CrawledAt.Known && page.CrawledAt.Value.After(s.CrawledAt) {
			s.CrawledAt = page.CrawledAt.Value
		}
	case Links:
		s.Links++
		s.countHost(index, link.SourceKey)
	case Redirects:
		s.Chains++
		s.countHost(index, page.Key)
	case Issues:
		s.Issues++
	}
}

func (s *Summary) countHost(index int, key string) {
	for len(s.TabHosts) <= index {
		s.TabHosts = append(s.TabHosts, map[string]int64{})
	}
	if s.Hosts == nil {
		s.Hosts = map[string]int64{}
	}
	host := upslope.HostOf(key)
	for _, hosts := range []map[string]int64{s.Hosts, s.TabHosts[index]} {
		if _, known := hosts[host]; known || len(hosts) < maxHosts {
			hosts[host]++
		}
	}
}

func (s *Summary) reject(reject Reject) {
	s.Rejected++
	if len(s.FirstRejects) < maxFirstRejects {
		s.FirstRejects = append(s.FirstRejects, reject)
	}
}

// addTable adds the figures known only after a table was read.
func (s *Summary) addTable(t *table, rows *rowReader) {
	for name, count := range rows.unread {
		if s.Unread == nil {
			s.Unread = map[Field]int64{}
		}
		s.Unread[name] += count
	}
	if t.decoder.bad > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%s: %s bytes are not valid UTF-8 and show as �.", t.Name, thousands(t.decoder.bad)))
	}
	if t.decoder.guessed && t.Encoding != t.decoder.charset {
		s.Notes = append(s.Notes, fmt.Sprintf("%s does not say its encoding; it was read as %s.", t.Name, t.decoder.charset))
	}
}

// verdict refuses a file with too few readable rows to be trusted.
func (f *File) verdict() error {
	s := &f.summary
	switch {
	case s.Rows > 0 && s.Rejected <= s.Rows:
		return nil
	case s.Rejected == 0 && f.input.packed:
		return upslope.Errorf(upslope.Unprocessable, "No %s has rows: %s. Export them again once the crawl has found pages.", f.input.part(), f.tabNames())
	case s.Rejected == 0:
		return upslope.Errorf(upslope.Unprocessable, "The file has a header but no rows. Export it again once the crawl has found pages.")
	}
	first := s.FirstRejects[0]
	where := fmt.Sprintf("Line %d", first.Line)
	if f.input.packed {
		where += " of " + first.Tab
	}
	e := upslope.Errorf(upslope.Unprocessable, "%s of %s rows are invalid, so nothing was imported. %s: %s.",
		thousands(s.Rejected), thousands(s.Rejected+s.Rows), where, first.Reason)
	for _, reject := range s.FirstRejects[:min(len(s.FirstRejects), 20)] {
		e.Lines = append(e.Lines, reject.Line)
	}
	return e
}

// tabNames lists the first files of an archive.
func (f *File) tabNames() string {
	names := make([]string, 0, maxNamed)
	for _, tab := range f.rec.Tabs[:min(len(f.rec.Tabs), maxNamed)] {
		names = append(names, tab.Name)
	}
	text := strings.Join(names, ", ")
	if more := len(f.rec.Tabs) - maxNamed; more > 0 {
		text += fmt.Sprintf(" and %s more", thousands(int64(more)))
	}
	return text
}
