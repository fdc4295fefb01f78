package pdf

import (
	"os"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// OnLoad calls do with the browser's process when the next document is loaded, before printing.
func (p *Printer) OnLoad(do func(*os.Process)) error {
	running, err := p.browsers.Take()
	if err != nil {
		return err
	}
	next, err := p.take(running)
	if err != nil {
		return err
	}
	loads := chromedp.Events(next.ctx, page.LoadEventFired)
	go func() {
		for _, err := range loads {
			if err == nil {
				do(chromedp.FromContext(next.ctx).Browser.Process())
			}
			return
		}
	}()
	for {
		select {
		case p.spare <- next:
			return nil
		case other := <-p.spare: // prepared by the previous print meanwhile
			other.close()
		}
	}
}
