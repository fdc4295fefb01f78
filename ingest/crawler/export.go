package crawler

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// blockedText is the status of an address that robots.txt forbids, in crawlers' words.
const blockedText = "Blocked by robots.txt"

// finish stores what was read as the file that the job imports.
func (r *run) finish(ctx context.Context) error {
	if err := r.Records.JobProgress(ctx, r.settings.AccountID, r.settings.JobID, readingPart, "Putting the pages together."); err != nil {
		r.Log.WarnContext(ctx, "the progress of a crawl was not told", "job", r.settings.JobID, "error", err)
	}
	g, err := r.summarize(ctx)
	if err != nil {
		return fmt.Errorf("read crawl %s: %w", r.settings.JobID, err)
	}
	if g.html == 0 {
		return r.nothing(g)
	}
	upload := r.upload()
	upload.EndedEarly, upload.Notes = r.endedEarly(), r.notes(g)
	if upload, err = r.store(ctx, g, upload, true); err != nil {
		return err
	}
	if err := r.replaceParts(ctx, upload); err != nil {
		return fmt.Errorf("finish crawl %s: %w", r.settings.JobID, err)
	}
	return nil
}

func (r *run) upload() upslope.Upload {
	id := uuid.NewString()
	return upslope.Upload{
		ID: id, AccountID: r.settings.AccountID, SiteID: r.settings.SiteID, JobID: r.settings.JobID, ObjectKey: "uploads/" + r.settings.AccountID + "/" + id,
		FileName: fmt.Sprintf("Crawl of %s, %s.zip", r.start.Hostname(), r.Now().UTC().Format("Jan 2, 2006")), Confirmed: true,
	}
}

// store writes what was read into object storage.
func (r *run) store(ctx context.Context, g *graph, upload upslope.Upload, links bool) (upslope.Upload, error) {
	hash := sha256.New()
	body, writer := io.Pipe()
	go func() { writer.CloseWithError(r.write(ctx, g, writer, links)) }()
	sent := &counter{source: io.TeeReader(body, hash)}
	err := r.Objects.Put(ctx, upload.ObjectKey, sent)
	_ = body.Close()
	if err != nil {
		return upload, fmt.Errorf("store crawl %s: %w", r.settings.JobID, err)
	}
	upload.Bytes, upload.SHA256 = sent.bytes, hex.EncodeToString(hash.Sum(nil))
	return upload, nil
}

// write writes the crawl as an archive of two reports: the pages, and the links to them.
func (r *run) write(ctx context.Context, g *graph, to io.Writer, links bool) error {
	archive := zip.NewWriter(to)
	write := func(name string, header []string, rows func(write func(...string) error) error) error {
		entry, err := archive.Create(name)
		if err != nil {
			return fmt.Errorf("begin %s: %w", name, err)
		}
		table := csv.NewWriter(entry)
		if err := table.Write(header); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		if err := rows(func(cells ...string) error { return table.Write(cells) }); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		table.Flush()
		return table.Error() //nolint:wrapcheck // the pipe's
	}
	err := write("internal_all.csv", r.pageHeader(g), func(write func(...string) error) error {
		return r.eachPage(ctx, func(page Page) error { return write(r.pageCells(g, page)...) })
	})
	if err != nil {
		return err
	}
	if links {
		err = write("all_inlinks.csv", linkHeaders, func(write func(...string) error) error {
			return r.eachPage(ctx, func(page Page) error { return writeLinks(g, page, write) })
		})
	}
	if err != nil {
		return err
	}
	return archive.Close() //nolint:wrapcheck // the pipe's
}

// pageHeaders are the columns of a page, in the words of crawlers (crawl/columns.tsv).
var pageHeaders = []string{
	"Address", "Status Code", "Status", "Content Type", "Title 1", "Title 1 Pixel Width", "Meta Description 1", "Meta Description 1 Pixel Width",
	"H1-1", "H1-2", "H1 tags count", "Meta Robots 1", "X-Robots-Tag 1", "Canonical Link Element 1", "Meta Refresh 1", "Redirect URL", "Redirect Type",
	"Size (bytes)", "Word Count", "Crawl Depth", "Inlinks", "Unique Inlinks", "Outlinks", "Response Time", "Images without alt text", "Language", "Hash",
	"Last Modified", "Crawled by Upslope", "Type-1", "H2-1", "H2-2", "Canonical by Link Header", "Protocol Version", "Missing Security Headers", "No. Near Duplicates",
	"Near Duplicate Of",
}

func (r *run) pageHeader(g *graph) []string {
	header := pageHeaders
	for n := 1; n <= g.hreflang; n++ {
		header = append(header[:len(header):len(header)], fmt.Sprintf("HTML hreflang %d", n), fmt.Sprintf("HTML hreflang %d URL", n))
	}
	return header
}

func (r *run) pageCells(g *graph, page Page) []string {
	id := g.ids[page.URL]
	document := page.HTML
	if document == nil {
		document = &Document{}
	}
	own, links := page.Redirect, 0
	kind := ""
	if own != "" {
		kind = "HTTP Redirect"
	} else if document.RefreshTo != "" {
		own, kind = document.RefreshTo, "Meta Refresh"
		if document.MetaRefresh == "" {
			kind = "JavaScript Redirect"
		}
	}
	for _, link := range document.Links {
		if !link.Image {
			links++
		}
	}
	seconds := ""
	if page.Status > 0 {
		seconds = strconv.FormatFloat(math.Round(page.ResponseTime.Seconds()*1000)/1000, 'f', -1, 64)
	}
	cells := []string{
		page.URL, strconv.Itoa(page.Status), page.StatusText, page.ContentType, document.Title, pixels(r.TitlePixels, document.Title), document.Description,
		pixels(r.DescriptionPixels, document.Description), heading(document.H1s, 0), heading(document.H1s, 1), ofHTML(page, len(document.H1s)),
		document.MetaRobots, page.XRobotsTag, document.Canonical, document.MetaRefresh, own, kind,
		size(page), ofHTML(page, document.Words), clicks(g.clicks[id]), strconv.Itoa(int(g.inlinks[id])), strconv.Itoa(int(g.unique[id])), ofHTML(page, links),
		seconds, ofHTML(page, document.ImagesWithoutAlt), document.Language, page.Hash, at(page.LastModified), at(page.CrawledAt), strings.Join(document.Types, ", "),
		heading(document.H2s, 0), heading(document.H2s, 1), document.HTTPCanonical, page.Protocol, strings.Join(page.MissingSecurity, ", "),
		strconv.Itoa(g.twins[page.URL].count), g.twins[page.URL].nearest,
	}
	for n := range g.hreflang {
		if n < len(document.Hreflangs) {
			cells = append(cells, document.Hreflangs[n].Language, document.Hreflangs[n].URL)
		} else {
			cells = append(cells, "", "")
		}
	}
	return cells
}

var linkHeaders = []string{"Type", "Source", "Destination", "Alt Text", "Anchor", "Status Code", "Follow", "Rel", "Link Position", "Found by Upslope"}

func writeLinks(g *graph, page Page, write func(...string) error) error {
	if page.HTML == nil {
		return nil
	}
	for _, link := range page.HTML.Links {
		kind, status := "Hyperlink", ""
		if link.Image {
			kind = "Image"
		}
		if id, known := g.ids[link.To]; known && g.status[id] >= 0 {
			status = strconv.Itoa(int(g.status[id]))
		}
		follow := strconv.FormatBool(link.Follow && !page.HTML.NoFollow)
		if err := write(kind, page.URL, link.To, link.Alt, link.Anchor, status, follow, link.Rel, link.Position, "HTML"); err != nil {
			return err
		}
	}
	return nil
}

func heading(headings []string, n int) string {
	if n < len(headings) {
		return headings[n]
	}
	return ""
}

func pixels(width func(string) float64, text string) string {
	if width == nil || text == "" {
		return ""
	}
	return strconv.Itoa(int(math.Round(width(text))))
}

// ofHTML is a count that only pages have.
func ofHTML(page Page, count int) string {
	if page.HTML == nil {
		return ""
	}
	return strconv.Itoa(count)
}

func size(page Page) string {
	if page.Size < 0 {
		return ""
	}
	return strconv.FormatInt(page.Size, 10)
}

func clicks(count int32) string {
	if count < 0 {
		return "" // only a sitemap leads there
	}
	return strconv.Itoa(int(count))
}

func at(moment time.Time) string {
	if moment.IsZero() {
		return ""
	}
	return moment.Format(time.DateTime)
}
