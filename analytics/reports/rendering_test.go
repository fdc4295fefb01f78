package reports_test

import (
	"bytes"
	"compress/gzip"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"upslope"
	"upslope/analytics/reports"
)

// Whatever people write is text, and the page fetches nothing.
func TestNothingPeopleWriteIsMoreThanText(t *testing.T) {
	evil := `</style></title><script>x()</script><img src=//evil.example onerror=x()>{{.Branding}}` + "\u202e" + `<svg onload=x()>`
	a := shop()
	a.sites[0].Domain = evil
	a.branding = upslope.Branding{Name: evil, Color: "red;background:url(//evil.example)"}
	a.insights = []upslope.Insight{{Title: evil, Summary: evil, Instructions: evil, Status: upslope.Open}}
	a.pages = [][]any{{evil, int64(900), 80.}}
	s := settings()
	s.Title, s.Notes = evil, strings.Repeat(evil, 100)
	text := page(t, made(t, a, s))
	parsed, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	for node := range parsed.Descendants() {
		if slices.Contains([]string{"script", "img", "iframe", "object", "embed", "link", "base", "form"}, node.Data) {
			t.Errorf("there is a %s", node.Data)
		}
		for _, attribute := range node.Attr {
			if strings.HasPrefix(attribute.Key, "on") || strings.Contains(attribute.Val, "evil.example") && attribute.Key != "content" && attribute.Key != "aria-label" {
				t.Errorf("<%s %s=%q>", node.Data, attribute.Key, attribute.Val)
			}
		}
	}
	if style := regexp.MustCompile(`(?s)<style>.*?</style>`).FindString(text); strings.Contains(style, "url(") || strings.Contains(style, "evil") {
		t.Error("the style fetches something")
	}
}

func TestALongReportIsSmall(t *testing.T) {
	a := shop()
	for range 40 {
		a.insights = append(a.insights, upslope.Insight{Title: strings.Repeat("Title ", 20), Summary: strings.Repeat("Summary ", 40), Instructions: strings.Repeat("Step of words\n", 8), Status: upslope.Open})
	}
	noise := image.NewNRGBA(image.Rect(0, 0, 900, 300)) // what compresses worst
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise.Pix {
		noise.Pix[i] = byte(random.UintN(256))
	}
	var picture, packed bytes.Buffer
	if err := jpeg.Encode(&picture, noise, nil); err != nil {
		t.Fatal(err)
	}
	var err error
	if a.branding.Logo, err = new(reports.Maker).Logo(picture.Bytes()); err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, page(t, made(t, a, settings()))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil || packed.Len() > 60<<10 {
		t.Errorf("%d bytes, %v", packed.Len(), err)
	}
}

func TestEveryRangeIsDrawnWithFewPoints(t *testing.T) {
	for name, want := range map[string]struct{ days, most int }{
		"last-7-days": {7, 7}, "last-30-days": {30, 30}, "last-90-days": {90, 13}, "last-6-months": {183, 27}, "last-12-months": {365, 53},
	} {
		a := shop()
		a.days["clicks"] = each(int64(10), 2*want.days)
		s := settings()
		s.DateRange = name
		report := made(t, a, s)
		days := int(report.Period.To.Sub(report.Period.From).Hours()/24) + 1
		if points := 1 + strings.Count(string(report.Figures[0].Chart.Now[0]), "L"); days != want.days || points > want.most || points < want.most-1 {
			t.Errorf("%s: %d days, %d points", name, days, points)
		}
	}
}

func TestALogoIsOnlyItsPicture(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 1200, 300))
	picture.Set(3, 3, color.White)
	var asPNG, asGIF bytes.Buffer
	if err := png.Encode(&asPNG, picture); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&asGIF, picture, nil); err != nil {
		t.Fatal(err)
	}
	var maker reports.Maker
	for _, given := range [][]byte{append(asPNG.Bytes(), "<script>"...), asGIF.Bytes()} {
		logo, err := maker.Logo(given)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := png.Decode(bytes.NewReader(logo))
		if err != nil || shown.Bounds().Dx() != 448 || bytes.Contains(logo, []byte("script")) {
			t.Errorf("%v, %v", shown.Bounds(), err)
		}
		a := shop()
		a.branding.Logo = logo
		if !strings.Contains(page(t, made(t, a, settings())), "data:image/png;base64,") {
			t.Error("it is not shown")
		}
	}
	bomb := slices.Clone(asPNG.Bytes())
	copy(bomb[16:24], []byte{0, 1, 0, 0, 0, 1, 0, 0}) // says that it is 65,536 by 65,536
	for _, given := range [][]byte{nil, []byte("<svg onload='x()'/>"), bomb, asPNG.Bytes()[:200], make([]byte, 2<<20)} {
		if _, err := maker.Logo(given); upslope.CodeOf(err) != upslope.Invalid {
			t.Errorf("%d bytes: %v", len(given), err)
		}
	}
}

func TestAFileIsNamedAfterTheTitleAndTheDay(t *testing.T) {
	for title, want := range map[string]string{
		"SEO & Ads Performance Report": "SEO_&_Ads_Performance_Report_2026-11-21.pdf", "a/b\\c: d?": "a_b_c_d_2026-11-21.pdf",
		"報告 書": "報告_書_2026-11-21.pdf", "..": "Report_2026-11-21.pdf",
	} {
		if got := (reports.Report{Title: title, MadeAt: today}).FileName(); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestThePageOfALinkIsPrintedAsItWasMade(t *testing.T) {
	s := settings()
	s.Title = `Q3 & "more" <b>`
	report := made(t, shop(), s)
	if preview := page(t, report); strings.Contains(preview, "?pdf") {
		t.Error("a preview has no address that a PDF could be had from")
	}
	report.Shared = true
	shared := page(t, report)
	html, header, footer, name, err := reports.PrintPage([]byte(shared))
	wantHeader, wantFooter, _ := report.PrintParts()
	if err != nil || name != report.FileName() || footer != wantFooter || !strings.Contains(header, "Q3 &amp; &#34;more&#34; &lt;b&gt;") || !strings.HasPrefix(header, wantHeader[:40]) {
		t.Errorf("%q %q, %v", name, header, err)
	}
	if paper, err := report.PrintHTML(); err != nil || string(paper) != string(html) || !strings.Contains(shared, `<a href="?pdf" download>Save as PDF</a>`) {
		t.Errorf("another page is printed: %v", err)
	}
}

func TestADemoSaysItIsMadeUp(t *testing.T) {
	a := shop()
	a.sites[0].Demo = true
	if !strings.Contains(page(t, made(t, a, settings())), "Demo data") {
		t.Error("it does not")
	}
}

func TestAnyColourOfAnAgencyCanBeReadAndSeen(t *testing.T) {
	variable := func(css, name string) uint32 {
		_, after, _ := strings.Cut(css, name+":#")
		parsed, err := strconv.ParseUint(after[:6], 16, 32)
		if err != nil {
			t.Fatal(css)
		}
		return uint32(parsed)
	}
	contrast := func(a, b uint32) float64 {
		la, lb := reports.Luminance(a), reports.Luminance(b)
		return (max(la, lb) + .05) / (min(la, lb) + .05)
	}
	for _, color := range []string{"", "#000000", "#ffffff", "#ffe600", "#001f3f", "#7f7f7f", "#0e7490", "#ff0000", "#00ff00", "nonsense"} {
		css := string(reports.Report{Branding: upslope.Branding{Color: color}}.Accent())
		accent := variable(css, "--accent")
		if got := contrast(accent, variable(css, "--on-accent")); got < 4.5 {
			t.Errorf("%q: what stands on it has %.2f", color, got)
		}
		if got := contrast(variable(css, "--on-light"), 0xffffff); got < 3 {
			t.Errorf("%q: on white it has %.2f", color, got)
		}
		if got := contrast(variable(css, "--on-dark"), 0x191a20); got < 3 {
			t.Errorf("%q: on black it has %.2f", color, got)
		}
	}
}

func TestARangeIsDrawnAgainstTheLargestOfItsKind(t *testing.T) {
	a := shop()
	for _, value := range []*upslope.Value{{Low: 50, Mid: 60, High: 80, Unit: "currency", Currency: "USD"}, {Low: 0, Mid: 100, High: 200, Unit: "currency", Currency: "USD"}, {Low: 1, Mid: 2, High: 4, Unit: "clicks"}, nil} {
		a.insights = append(a.insights, upslope.Insight{Title: "One", Status: upslope.Open, Value: value})
	}
	got := made(t, a, settings()).Insights
	if *got[0].Range != (reports.Range{From: 25, Mid: 30, To: 40}) || *got[1].Range != (reports.Range{From: 0, Mid: 50, To: 100}) || *got[2].Range != (reports.Range{From: 25, Mid: 50, To: 100}) || got[3].Range != nil {
		t.Errorf("%+v %+v %+v %+v", got[0].Range, got[1].Range, got[2].Range, got[3].Range)
	}
}

func TestARangeHasNoCentsBesideASumWithoutThem(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{{Title: "One", Status: upslope.Open, Value: &upslope.Value{Low: 75.22, Mid: 1302, High: 2547, Unit: "currency", Currency: "USD"}}}
	if got := made(t, a, settings()).Insights[0].Worth; got != "$1,300 a month ($75 to $2,500)" {
		t.Errorf("%q", got)
	}
}

func TestATitleFromRightToLeftStaysTogetherInASentence(t *testing.T) {
	a := shop()
	a.insights = []upslope.Insight{{Title: "اجعل العنوان أقصر", Status: upslope.Open, Value: &upslope.Value{Low: 10, Mid: 20, High: 50, Unit: "clicks"}}}
	if next := made(t, a, settings()).Summary.Next; len(next) != 1 || next[0] != "\u2068اجعل العنوان أقصر\u2069 (about 20 clicks a month if it works)." {
		t.Errorf("%q", next)
	}
}

func TestThatNoValueIsKnownIsSaidOnce(t *testing.T) {
	unvalued := upslope.Insight{Title: "One", Status: upslope.Open}
	valued := upslope.Insight{Title: "Two", Status: upslope.Open, Value: &upslope.Value{Low: 10, Mid: 20, High: 50, Unit: "clicks"}}
	for want, insights := range map[int][]upslope.Insight{0: {unvalued, unvalued}, 1: {unvalued, valued}} {
		a := shop()
		a.insights = insights
		if got := strings.Count(page(t, made(t, a, settings())), "Value not yet estimated"); got != want {
			t.Errorf("%d of %d, want %d", got, len(insights), want)
		}
	}
}
