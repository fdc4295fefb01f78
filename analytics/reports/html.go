package reports

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	stdhtml "html"
	"html/template"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed report.html
var page string

//go:embed report.css
var style string

var parsed = template.Must(template.New("report").Funcs(template.FuncMap{
	"day": longDay, "style": func() template.CSS { return template.CSS(style) }, //nolint:gosec // our own file
	"paragraphs": paragraphs, "linked": linked, "upTo": upTo, "after": after, "inReport": inReport,
}).Parse(page))

// paragraphs splits a text into lines, including empty ones.
func paragraphs(text string) []string { return strings.Split(text, "\n") }

// listed is one opportunity with the home page that its paths belong to.
type listed struct {
	Home    string
	Valued  bool // the value of any is known: otherwise the total says once that none is
	Insight Insight
}

func inReport(report Report, insight Insight) listed {
	valued := slices.ContainsFunc(report.Insights, func(other Insight) bool { return other.Worth != "" })
	return listed{report.Home, valued, insight}
}

// upTo returns the first insights of a list, and after the others.
func upTo(n int, list []Insight) []Insight { return list[:min(n, len(list))] }

func after(n int, list []Insight) []Insight { return list[min(n, len(list)):] }

// sixDigits is the only color syntax allowed into a page.
var sixDigits = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// HTML renders the report as a self-contained page: no scripts, no requests. User texts are escaped.
func (r Report) HTML() ([]byte, error) {
	var b bytes.Buffer
	if err := parsed.Execute(&b, r); err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	return apart.ReplaceAll(b.Bytes(), []byte("$1\u00a0%")), nil
}

// PrintHTML renders the report for paper.
func (r Report) PrintHTML() ([]byte, error) {
	html, err := r.HTML()
	return opened(html), err
}

// opened makes a page fit for paper, where nothing can be opened.
func opened(html []byte) []byte {
	return bytes.ReplaceAll(html, []byte("<details"), []byte("<details open"))
}

var (
	titled = regexp.MustCompile(`(?s)<title>(.*?)</title>`)
	dated  = regexp.MustCompile(`<footer data-made="(\d{4}-\d\d-\d\d)"`)
)

// PrintPage returns what prints the page of an earlier report, as HTML wrote it, and the name of the file.
func PrintPage(page []byte) (html []byte, header, footer, name string, err error) {
	var report Report
	if title := titled.FindSubmatch(page); title != nil {
		report.Title = stdhtml.UnescapeString(string(title[1]))
	}
	if day := dated.FindSubmatch(page); day != nil {
		if report.MadeAt, err = time.Parse(time.DateOnly, string(day[1])); err != nil {
			return nil, "", "", "", fmt.Errorf("read the day of a report: %w", err)
		}
	}
	header, footer, err = report.PrintParts()
	return opened(page), header, footer, report.FileName(), err
}

// apart matches a number and its unit, which must not be separated by a line break.
var apart = regexp.MustCompile(`(\d) %`)

// Accent returns CSS variables for the brand color of the agency or the product: itself, its text color, and
// variants with enough contrast on white and on black.
func (r Report) Accent() template.CSS {
	color := r.Branding.Color
	if !sixDigits.MatchString(color) {
		color = "#3a5be0"
	}
	parsed, _ := strconv.ParseUint(color[1:], 16, 32)
	rgb := uint32(parsed)
	return template.CSS(fmt.Sprintf("--accent:%s;--on-accent:%s;--on-light:%s;--on-dark:%s", color, On(rgb), //nolint:gosec // of the form above
		seen(rgb, 0xffffff), seen(rgb, 0x191a20)))
}

// On returns black or white, whichever has more contrast on a color: at least 4.5:1.
func On(rgb uint32) string {
	if contrast(rgb, 0xffffff) >= contrast(rgb, 0) {
		return "#ffffff"
	}
	return "#000000"
}

// leastContrast is the WCAG minimum for graphics (WCAG 2.2, 1.4.11).
const leastContrast = 3.

// seen moves a color towards black or white until it has enough contrast with a background.
func seen(rgb, on uint32) string {
	towards := uint32(0xffffff)
	if Luminance(on) > .5 {
		towards = 0
	}
	for share := 0.; ; share += .1 {
		mixed := uint32(0)
		for shift := 0; shift <= 16; shift += 8 {
			from, to := float64(rgb>>shift&0xff), float64(towards>>shift&0xff)
			mixed |= uint32(math.Round(from+share*(to-from))) << shift
		}
		if share >= .95 || contrast(mixed, on) >= leastContrast {
			return fmt.Sprintf("#%06x", mixed)
		}
	}
}

// contrast returns the contrast ratio of two colors, 1 to 21 (WCAG 2).
func contrast(a, b uint32) float64 {
	la, lb := Luminance(a), Luminance(b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

// Luminance returns the relative luminance of a 24-bit color, 0 to 1 (WCAG 2).
func Luminance(rgb uint32) float64 {
	part := func(shift int) float64 {
		share := float64(rgb>>shift&0xff) / 255
		if share <= .04045 {
			return share / 12.92
		}
		return math.Pow((share+.055)/1.055, 2.4)
	}
	return .2126*part(16) + .7152*part(8) + .0722*part(0)
}

// Logo returns the agency's logo as a data URL; "" for none.
func (r Report) Logo() template.URL {
	if len(r.Branding.Logo) == 0 {
		return ""
	}
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(r.Branding.Logo)) //nolint:gosec // we made the PNG
}

// Days formats the period; "" without data.
func (p Period) Days() string { return span(p.From, p.To) }

// Before formats the compared period.
func (p Period) Before() string { return span(p.BeforeFrom, p.BeforeTo) }

func span(from, to time.Time) string {
	if to.IsZero() {
		return ""
	}
	return shortDay(from) + " – " + shortDay(to)
}

var (
	headerTemplate = template.Must(template.New("header").Parse(`<div style="width:100%;padding:0 14mm;font:8px 'Noto Sans',sans-serif;color:#667;display:flex;justify-content:space-between"><span dir="auto">{{.Title}}</span><span dir="auto">{{with .Branding.Name}}{{.}}{{else}}{{.About}}{{end}}</span></div>`))
	footerTemplate = `<div style="width:100%;padding:0 14mm;font:8px 'Noto Sans',sans-serif;color:#667;text-align:right"><span class="pageNumber"></span> / <span class="totalPages"></span></div>`
)

// PrintParts returns the header and the footer of printed pages.
func (r Report) PrintParts() (header, footer string, err error) {
	var b strings.Builder
	if err := headerTemplate.Execute(&b, r); err != nil {
		return "", "", fmt.Errorf("write the header: %w", err)
	}
	return b.String(), footerTemplate, nil
}

// fileNameBad matches characters that some file systems do not allow.
var fileNameBad = regexp.MustCompile(`[\s/\\:*?"<>|\x00-\x1f]+`)

// FileName is <title>_<date>.pdf, with underscores for spaces.
func (r Report) FileName() string {
	name := strings.Trim(fileNameBad.ReplaceAllString(r.Title, "_"), "_.")
	if name == "" {
		name = "Report"
	}
	if !r.MadeAt.IsZero() {
		name += "_" + r.MadeAt.Format(time.DateOnly)
	}
	return name + ".pdf"
}
