package pdf

import (
	"context"
	"fmt"
	"iter"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"upslope/infra/browser"
)

// tab is a page in its own browser context, without network and scripts. It is used once.
type tab struct {
	ctx   context.Context //nolint:containedctx // chromedp's handle of the tab
	close func()
	frame cdp.FrameID
	of    *browser.Browser
}

func open(running *browser.Browser) (*tab, error) {
	ctx, closePage, err := running.Open()
	if err != nil {
		return nil, err //nolint:wrapcheck // says what failed
	}
	opened := &tab{ctx: ctx, close: closePage, of: running}
	// before any request, because a pending one delays rendering
	go refuse(ctx, chromedp.Events(ctx, fetch.RequestPaused))
	if err := chromedp.Do(ctx, chromedp.Func(opened.isolate)); err != nil {
		closePage()
		return nil, fmt.Errorf("prepare a page: %w", err)
	}
	return opened, nil
}

// take returns the tab that was opened in the browser in advance, or opens one.
func (p *Printer) take(running *browser.Browser) (*tab, error) {
	select {
	case spare := <-p.spare:
		if spare.of == running {
			return spare, nil
		}
		spare.close()
	default:
	}
	return open(running)
}

// prepare opens the tab for the next document in advance.
func (p *Printer) prepare(running *browser.Browser) {
	opened, err := open(running)
	if err != nil {
		return // the next print reports the error
	}
	select {
	case p.spare <- opened:
	default:
		opened.close()
	}
}

func (p *Printer) print(ctx context.Context, running *browser.Browser, document Document) ([]byte, error) {
	taken, err := p.take(running)
	if err != nil {
		return nil, err
	}
	defer taken.close()
	tab, cancel := context.WithTimeout(taken.ctx, printTimeout)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	loaded := chromedp.Events(tab, page.LoadEventFired)
	show := func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.SetDocumentContent, page.SetDocumentContentParams{FrameID: taken.frame, HTML: document.HTML})
		return err //nolint:wrapcheck // wrapped below
	}
	if err := chromedp.Do(tab, chromedp.Func(show)); err != nil {
		return nil, fmt.Errorf("load the document: %w", err)
	}
	for _, err := range loaded { // the page may be blank until all requests are refused
		if err != nil {
			return nil, fmt.Errorf("load the document: %w", err)
		}
		break
	}
	file, err := chromedp.Run(tab, chromedp.PrintToPDF(
		chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFMargins(.75, .55, .75, .55), chromedp.PDFPrintBackground(),
		chromedp.PDFHeaderTemplate(document.Header), chromedp.PDFFooterTemplate(document.Footer),
		chromedp.PDFOutlineAndTagged(), chromedp.PDFStream(),
	))
	if err != nil {
		return nil, fmt.Errorf("print the document: %w", err)
	}
	return file, nil
}

// refuse fails each request of a document.
func refuse(tab context.Context, requests iter.Seq2[fetch.EventRequestPaused, error]) {
	for event, err := range requests {
		if err != nil {
			return
		}
		fail := fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonBlockedByClient}
		_ = chromedp.Do(tab, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, fetch.FailRequest, fail)
			return err //nolint:wrapcheck // ignored above
		}))
	}
}

// isolate disables scripts and requests. The document is set without a URL, so it has no origin.
func (t *tab) isolate(ctx context.Context, target *chromedp.Target) error {
	all := fetch.EnableParams{Patterns: []*fetch.RequestPattern{{URLPattern: "*"}}}
	if _, err := cdp.Call(ctx, target, fetch.Enable, all); err != nil {
		return fmt.Errorf("stop requests: %w", err)
	}
	noScripts := emulation.SetScriptExecutionDisabledParams{Value: true}
	if _, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, noScripts); err != nil {
		return fmt.Errorf("stop scripts: %w", err)
	}
	tree, err := cdp.Call(ctx, target, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return fmt.Errorf("find the page: %w", err)
	}
	t.frame = tree.FrameTree.Frame.ID
	return nil
}
