package render

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Bounds of what one page may ask for.
const (
	maxRequests = 150
	maxParallel = 4 // at once
	maxAnswer   = 8 << 20
	maxAnswers  = 32 << 20
	maxPosted   = 64 << 10
)

// visit is a page while it is rendered.
type visit struct {
	*Renderer
	page Page
	tab  context.Context //nolint:containedctx // chromedp's handle of the tab

	asking chan struct{} // one for each request under way
	left   chan struct{} // closed when its scripts want to go elsewhere

	mu       sync.Mutex
	shown    bool   // the page itself was answered
	target   string // where its scripts wanted to go; "" nowhere
	requests int
	bytes    int64
}

// leaves returns where the page's scripts wanted to go; "" nowhere.
func (v *visit) leaves() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.target
}

func (v *visit) answerAll(requests iter.Seq2[fetch.EventRequestPaused, error]) {
	for event, err := range requests {
		if err != nil {
			return
		}
		go v.answer(event)
	}
}

var errRefused = errors.New("not asked for")

// answer hands the browser what a request is answered with.
func (v *visit) answer(event fetch.EventRequestPaused) {
	given := fetch.FulfillRequestParams{RequestID: event.RequestID, ResponseCode: http.StatusOK}
	err := v.resolve(event, &given)
	reply := call(fetch.FulfillRequest, given)
	if err != nil {
		reply = call(fetch.FailRequest, fetch.FailRequestParams{RequestID: event.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
	}
	_ = chromedp.Do(v.tab, reply) // a closed tab asks for nothing
}

// pixel is a transparent GIF: scripts that wait for images go on.
var pixel, _ = base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")

func (v *visit) resolve(event fetch.EventRequestPaused, given *fetch.FulfillRequestParams) error {
	switch event.ResourceType {
	case network.ResourceTypeDocument:
		return v.document(event, given)
	case network.ResourceTypeStylesheet: // some scripts wait for them, but texts and links do not
		given.ResponseHeaders = []*fetch.HeaderEntry{{Name: "Content-Type", Value: "text/css"}, {Name: "Access-Control-Allow-Origin", Value: "*"}}
		return nil
	case network.ResourceTypeImage:
		given.ResponseHeaders, given.Body = []*fetch.HeaderEntry{{Name: "Content-Type", Value: "image/gif"}, {Name: "Access-Control-Allow-Origin", Value: "*"}}, pixel
		return nil
	case network.ResourceTypeScript, network.ResourceTypeXHR, network.ResourceTypeFetch:
		return v.request(event, given)
	}
	return errRefused // fonts, media, beacons, sockets
}

// document answers the page with what its server has sent. Frames stay closed; when scripts want to open
// another page, this one stays: the browser does so when there is no content.
func (v *visit) document(event fetch.EventRequestPaused, given *fetch.FulfillRequestParams) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.shown {
		v.shown = true
		given.Body, given.ResponseHeaders = v.page.Body, entries(v.page.Header)
		return nil
	}
	if event.FrameID != v.frame() {
		return errRefused
	}
	if address := event.Request.URL + event.Request.URLFragment; v.target == "" && strings.HasPrefix(address, "http") {
		v.target = address
		close(v.left)
	}
	given.ResponseCode = http.StatusNoContent
	return nil
}

// frame is the ID of the tab's page.
func (v *visit) frame() cdp.FrameID {
	return cdp.FrameID(chromedp.FromContext(v.tab).Target.TargetID)
}

// kept are the headers of answers that change what scripts can do.
var kept = []string{"Content-Type", "Content-Security-Policy", "Location", "X-Total-Count", "Link", "Etag"}

func entries(header http.Header) (list []*fetch.HeaderEntry) {
	for _, name := range kept {
		for _, value := range header.Values(name) {
			list = append(list, &fetch.HeaderEntry{Name: name, Value: value})
		}
	}
	for name, values := range header {
		if strings.HasPrefix(name, "Access-Control-") {
			list = append(list, &fetch.HeaderEntry{Name: name, Value: strings.Join(values, ", ")})
		}
	}
	return list
}

// request makes a request of the page, and reads its answer.
func (v *visit) request(event fetch.EventRequestPaused, given *fetch.FulfillRequestParams) error {
	address, err := url.Parse(event.Request.URL)
	switch {
	case err != nil || address.Scheme != "http" && address.Scheme != "https" || address.User != nil:
		return errRefused
	case isTracker(address.Hostname()) || !v.count() || event.Request.Headers["Accept"] == "text/event-stream":
		return errRefused
	}
	isScript := event.ResourceType == network.ResourceTypeScript && event.Request.Method == http.MethodGet
	if isScript {
		if known, found := v.scripts.get(address.String()); found {
			given.Body, given.ResponseHeaders = known.body, known.header
			return nil
		}
	}
	request, err := v.build(event.Request)
	if err != nil {
		return err
	}
	select {
	case v.asking <- struct{}{}:
		defer func() { <-v.asking }()
	case <-v.tab.Done():
		return errRefused
	}
	if err := v.page.May(v.tab, request.Method, address); err != nil {
		return err
	}
	response, err := v.client.Do(request)
	if err != nil {
		return fmt.Errorf("ask for %s: %w", address, err)
	}
	defer func() { _ = response.Body.Close() }()
	given.Body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil || len(given.Body) > maxAnswer || !v.weigh(len(given.Body)) {
		return errRefused
	}
	if v.page.Answered != nil {
		v.page.Answered(address, response.StatusCode, response.Header)
	}
	if isScript { // remembered for pages of other sites, too; it was asked for without credentials
		response.Header.Set("Access-Control-Allow-Origin", "*")
	}
	given.ResponseCode, given.ResponseHeaders = int64(response.StatusCode), entries(response.Header)
	if isScript && response.StatusCode == http.StatusOK {
		v.scripts.put(address.String(), script{given.Body, given.ResponseHeaders})
	}
	return nil
}

// count reports whether the page may make one more request.
func (v *visit) count() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.requests++
	return v.requests <= maxRequests
}

// weigh reports whether the page may have so many more bytes.
func (v *visit) weigh(bytes int) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.bytes += int64(bytes)
	return v.bytes <= maxAnswers
}

// withheld are the headers of a page's request that are not sent on: no cookies, and connections are ours.
var withheld = []string{"Cookie", "Host", "Connection", "Accept-Encoding", "Content-Length", "User-Agent", "Proxy-Authorization"}

// build makes the request that a page's script wants to make. Scripts may read and ask with POST, as GraphQL
// does; what would change something is refused.
func (v *visit) build(wanted *network.Request) (*http.Request, error) {
	if !slices.Contains([]string{http.MethodGet, http.MethodPost, http.MethodOptions}, wanted.Method) {
		return nil, errRefused
	}
	var body []byte
	for _, entry := range wanted.PostDataEntries {
		body = append(body, entry.Bytes...)
	}
	if len(body) > maxPosted {
		return nil, errRefused
	}
	request, err := http.NewRequestWithContext(v.tab, wanted.Method, wanted.URL, bytes.NewReader(body))
	if err != nil {
		return nil, errRefused
	}
	for name, value := range wanted.Headers {
		if text, isText := value.(string); isText && !slices.Contains(withheld, http.CanonicalHeaderKey(name)) {
			request.Header.Set(name, text)
		}
	}
	request.Header.Set("User-Agent", v.userAgent)
	return request, nil
}
