package crawl

import (
	"fmt"
	"time"

	"upslope"
)

// Summary says how much of a file was read.
type Summary struct {
	Rows     int64 // read; the sum of the next three
	Pages    int64
	Links    int64
	Issues   int64
	Rejected int64 // rows that could not be used
	Skipped  int64 // rows that are about no web page, such as mailto: links, and empty ones

	FirstRejects []Reject         // at most 100
	Hosts        map[string]int64 // host → pages (of links: sources); at most 1,000 hosts
	Unread       map[Field]int64  // cells that were not understood and count as unknown, by field
	Notes        []string         // sentences, such as how many characters could not be decoded
	CrawledAt    time.Time        // the latest time a page tells; zero when none does
}

// Reject is a row that could not be used, and why.
type Reject struct {
	Tab    string `json:"tab"` // the file's name
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

const (
	maxFirstRejects = 100
	maxHosts        = 1000
)

func (s *Summary) count(kind Kind, page *upslope.Page, link *upslope.Link) {
	s.Rows++
	switch kind {
	case Pages:
		s.Pages++
		s.countHost(page.Key)
		if page.CrawledAt.Known && page.CrawledAt.Value.After(s.CrawledAt) {
			s.CrawledAt = page.CrawledAt.Value
		}
	case Links:
		s.Links++
		s.countHost(link.SourceKey)
	case Issues:
		s.Issues++
	}
}

func (s *Summary) countHost(key string) {
	if s.Hosts == nil {
		s.Hosts = map[string]int64{}
	}
	host := upslope.HostOf(key)
	if _, known := s.Hosts[host]; known || len(s.Hosts) < maxHosts {
		s.Hosts[host]++
	}
}

func (s *Summary) reject(reject Reject) {
	s.Rejected++
	if len(s.FirstRejects) < maxFirstRejects {
		s.FirstRejects = append(s.FirstRejects, reject)
	}
}

// addTable adds what is known only when a table has been read.
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

// verdict refuses a file of which too little could be read to be taken for right.
func (s *Summary) verdict() error {
	if s.Rows > 0 && s.Rejected <= s.Rows {
		return nil
	}
	if s.Rejected == 0 {
		return upslope.Errorf(upslope.Unprocessable, "The file has a header but no rows. Export it again once the crawl has found pages.")
	}
	first := s.FirstRejects[0]
	e := upslope.Errorf(upslope.Unprocessable, "%s of %s rows could not be read, so nothing was imported. Line %d: %s.",
		thousands(s.Rejected), thousands(s.Rejected+s.Rows), first.Line, first.Reason)
	for _, reject := range s.FirstRejects[:min(len(s.FirstRejects), 20)] {
		e.Lines = append(e.Lines, reject.Line)
	}
	return e
}
