package pdf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"upslope"
	"upslope/infra/pdf"
)

// shared serves every test that needs no Printer of its own, because starting a browser is slow.
var shared = pdf.New(os.Getenv("CHROME_PATH"))

func TestMain(m *testing.M) {
	code := m.Run()
	shared.Close()
	os.Exit(code)
}

// printer skips the test when no browser is installed.
func printer(t *testing.T) *pdf.Printer {
	t.Helper()
	if err := shared.Warm(); upslope.CodeOf(err) == upslope.Unavailable {
		t.Skip("no browser: install chromium or chromium-headless-shell")
	} else if err != nil {
		t.Fatal(err)
	}
	return shared
}

// publicFolder returns a folder that the browser's user can read, unlike t.TempDir.
func publicFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "pdf")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

func page(body string) pdf.Document {
	return pdf.Document{HTML: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report</title>` + body, Header: "<span></span>", Footer: "<span></span>"}
}

func isPDF(t *testing.T, file []byte, err error) {
	t.Helper()
	if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) {
		t.Fatalf("%d bytes, %v", len(file), err)
	}
}

// text returns the selectable text of a PDF.
func text(t *testing.T, file []byte) string {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("no pdftotext to read the file with: install poppler-utils")
	}
	read := exec.Command("pdftotext", "-", "-")
	read.Stdin = bytes.NewReader(file)
	out, err := read.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestPDFHasOutlineAndTags(t *testing.T) {
	file, err := printer(t).Print(t.Context(), page("<h1>Clicks</h1><p>1,204</p><h2>More</h2>"))
	isPDF(t, file, err)
	for _, part := range []string{"/Outlines", "/StructTreeRoot", "/Lang"} {
		if !bytes.Contains(file, []byte(part)) {
			t.Errorf("there is no %s", part)
		}
	}
}

func TestTheTextOfADocumentCanBeSelectedInAnyScript(t *testing.T) {
	document := page(`<h1>Clicks</h1><p>1,204 of 日本語 and <span dir="rtl">عربي</span> and <span dir="rtl">עברית</span> and Ελληνικά</p><p style="break-before:page">next`)
	document.Footer = `<span style="font-size:8px"><span class="pageNumber"></span> of <span class="totalPages"></span></span>`
	file, err := printer(t).Print(t.Context(), document)
	isPDF(t, file, err)
	got := strings.Map(func(r rune) rune { // bidirectional control characters
		if r >= 0x200e && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, text(t, file))
	want := []string{"1,204", "عربي", "עברית", "Ελληνικά", "1 of 2", "2 of 2"}
	if fonts, err := exec.Command("fc-list", ":lang=ja").Output(); err == nil && len(fonts) > 0 {
		want = append(want, "日本語") // needs a font with these characters: install fonts-noto-cjk
	}
	for _, part := range want {
		if !strings.Contains(got, part) {
			t.Errorf("there is no %q in %q", part, got)
		}
	}
}

func TestAPageIsA4(t *testing.T) {
	file, err := printer(t).Print(t.Context(), page("<p>text"))
	isPDF(t, file, err)
	if box := regexp.MustCompile(`/MediaBox \[0 0 59[45][.0-9]* 84[12][.0-9]*\]`); !box.Match(file) {
		t.Errorf("%q", regexp.MustCompile(`/MediaBox[^\]]*\]`).Find(file))
	}
}

func TestHostileDocumentHasNoAccess(t *testing.T) {
	var hits atomic.Int64
	victim := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	defer victim.Close()
	u := victim.URL
	secret := publicFolder(t) + "/secret.txt"
	if err := os.WriteFile(secret, []byte("hush-hush"), 0o644); err != nil {
		t.Fatal(err)
	}
	hostile := fmt.Sprintf(`<img src="%[1]s/img"><iframe src="%[1]s/frame"></iframe>
		<iframe src="file://%[2]s"></iframe><object data="file://%[2]s"></object><embed src="file://%[2]s">
		<link rel="stylesheet" href="%[1]s/css"><link rel="preconnect" href="%[1]s"><link rel="prefetch" href="%[1]s/prefetch">
		<style>@import "%[1]s/import"; @font-face{font-family:x;src:url(%[1]s/font)} body{font-family:x;background:url(%[1]s/background)}</style>
		<script>fetch("%[1]s/script");document.write("scripted")</script><svg onload="document.write('scripted')"><image href="%[1]s/svg"/></svg><p>kept</p>`, u, secret)
	document := page(hostile)
	document.Header = fmt.Sprintf(`<img src="%[1]s/header"><iframe src="file://%[2]s"></iframe><script>fetch("%[1]s/header-script")</script>`, u, secret)
	p := printer(t)
	file, err := p.Print(t.Context(), document)
	isPDF(t, file, err)
	// A redirect is blocked; whether the document still prints does not matter.
	_, _ = p.Print(t.Context(), page(`<meta http-equiv="refresh" content="0;url=`+u+`/refresh">`))
	if hits.Load() != 0 {
		t.Errorf("the document reached the network %d times", hits.Load())
	}
	if got := text(t, file); strings.Contains(got, "hush") || strings.Contains(got, "scripted") || !strings.Contains(got, "kept") {
		t.Errorf("the file says %q", got)
	}
}

func TestABrowserKilledWhileItPrintsIsReplaced(t *testing.T) {
	p := printer(t)
	long := page(strings.Repeat("<h1>Title</h1><p>"+strings.Repeat("words ", 400)+"</p>", 300))
	for range 3 {
		killed := make(chan error, 1)
		if err := p.OnLoad(func(browser *os.Process) { killed <- browser.Kill() }); err != nil {
			t.Fatal(err)
		}
		file, err := p.Print(t.Context(), long)
		isPDF(t, file, err)
		if err := <-killed; err != nil {
			t.Error(err)
		}
	}
}

func TestABrowserThatDoesNotStartIsStartedOnceMore(t *testing.T) {
	path := printer(t).Browser()
	folder := publicFolder(t)
	browser := func(name, tries string) *pdf.Printer {
		t.Helper()
		script := "#!/bin/sh\ntries='" + folder + "/" + name + ".tries'\necho >>$tries\ntest $(wc -l <$tries) " + tries + " || exit 1\nprogram='" + path + "'\nexec $program \"$@\"\n"
		counts := folder + "/" + name + ".tries" // by a user who is not root
		if err := errors.Join(os.WriteFile(folder+"/"+name, []byte(script), 0o755), os.WriteFile(counts, nil, 0o666), os.Chmod(counts, 0o666)); err != nil {
			t.Fatal(err)
		}
		p := pdf.New(folder + "/" + name)
		t.Cleanup(p.Close)
		return p
	}
	file, err := browser("second", "-eq 2").Print(t.Context(), page("<p>started"))
	isPDF(t, file, err)
	if _, err := browser("never", "-eq 0").Print(t.Context(), page("<p>started")); upslope.CodeOf(err) != upslope.Unavailable {
		t.Errorf("%v: want what to do", err)
	}
}

// A wrapper that does not exec and hides its program from binary().
func TestNoBrowserOutlivesThePrinterBehindAWrapper(t *testing.T) {
	path := printer(t).Browser()
	folder := publicFolder(t)
	alive, wrapper := folder+"/alive", folder+"/browser"
	if err := syscall.Mkfifo(alive, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(alive, 0o666), os.WriteFile(wrapper,
		[]byte("#!/bin/sh\nexec 9>'"+alive+"'\nprogram='"+path+"'\n$program \"$@\"\n"), 0o755)); err != nil {
		t.Fatal(err)
	}
	p := pdf.New(wrapper)
	t.Cleanup(p.Close)
	gone := make(chan error, 1)
	go func() { // the pipe closes when the last process that inherited it exits
		_, err := os.ReadFile(alive)
		gone <- err
	}()
	if err := p.OnLoad(func(wrapper *os.Process) { _ = wrapper.Kill() }); err != nil {
		t.Fatal(err)
	}
	file, err := p.Print(t.Context(), page("<p>replaced"))
	isPDF(t, file, err)
	p.Close()
	select {
	case err := <-gone:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("a browser still runs")
	}
}

func TestTheBrowserBehindAStartScriptIsFound(t *testing.T) {
	folder := publicFolder(t)
	script, browser := folder+"/chromium", folder+"/lib-chromium"
	if err := errors.Join(os.WriteFile(browser, []byte("\x7fELF"), 0o755),
		os.WriteFile(script, []byte("#!/bin/sh -e\n\n"+browser+" \"$@\"\n"), 0o755)); err != nil {
		t.Fatal(err)
	}
	if got := pdf.New(script).Browser(); got != browser {
		t.Errorf("the printer starts %s", got)
	}
}

func TestTwentyConcurrentPrintsSucceed(t *testing.T) {
	p := printer(t)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if file, err := p.Print(t.Context(), page(fmt.Sprintf("<h1>%d</h1>", i))); err != nil || len(file) == 0 {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	all.Wait()
}

func TestACanceledPrintFailsAtOnce(t *testing.T) {
	p := printer(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Print(ctx, page("")); err == nil {
		t.Error("a canceled print succeeded")
	}
	file, err := p.Print(t.Context(), page("<p>next"))
	isPDF(t, file, err)
}

func TestWithoutABrowserItSaysWhatToInstall(t *testing.T) {
	_, err := pdf.New("no-such-browser").Print(t.Context(), page(""))
	if upslope.CodeOf(err) != upslope.Unavailable || !strings.Contains(err.Error(), "CHROME_PATH") {
		t.Error(err)
	}
}
