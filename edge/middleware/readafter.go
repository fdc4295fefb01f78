package middleware

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/errgroup"

	"upslope/edge/contract"
	"upslope/edge/request"
)

// A write that an edge forwards names what its people read and the write may change. The edge beside the
// databases reads that for the writer, and answers with all of it: one trip instead of one for each read.
const (
	// readAfterHeader lists addresses, separated by spaces.
	readAfterHeader = "X-Read-After"
	// audienceHeader says for whom a forwarded read was answered.
	audienceHeader = "X-Audience"
	// maxReadAfter and maxReadAfterAddresses bound what a write asks for, in answers and bytes of the header.
	maxReadAfter, maxReadAfterAddresses = 12, 2 << 10
	// maxReadAfterBytes and maxReadAfterWait bound what the writer waits for.
	maxReadAfterBytes, maxReadAfterWait = 1 << 20, 200 * time.Millisecond
	readAfterAtOnce                     = 4
)

// audienceOf names those who get the same answers: an account's people with one role and the same sites.
func audienceOf(r *request.Request) string {
	sites := slices.Sorted(slices.Values(r.User.SiteIDs))
	return strings.Join([]string{r.User.AccountID, string(r.User.Role), strings.Join(sites, ",")}, ":")
}

// ReadAfter adds to the answer of a forwarded write what the other edge wants to be read after it.
func ReadAfter(c fiber.Ctx, handle fasthttp.RequestHandler) error {
	addresses := strings.Fields(c.Get(readAfterHeader))
	status := c.Response().StatusCode()
	if !request.IsForwarded(c) || len(addresses) == 0 || status != http.StatusOK && status != http.StatusCreated {
		return nil
	}
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	own := textproto.MIMEHeader{fiber.HeaderContentType: {c.GetRespHeader(fiber.HeaderContentType)}}
	if err := addPart(parts, own, c.Response().Body()); err != nil {
		return err
	}
	count := 0
	for answer := range readAll(c, addresses[:min(len(addresses), maxReadAfter)], handle) {
		if body.Len()+len(answer.Response.Body()) > maxReadAfterBytes {
			continue
		}
		header := textproto.MIMEHeader{fiber.HeaderContentLocation: {string(answer.RequestURI())}}
		for name, value := range answer.Response.Header.All() {
			header.Set(string(name), string(value))
		}
		if err := addPart(parts, header, answer.Response.Body()); err != nil {
			return err
		}
		count++
	}
	if count == 0 {
		return nil
	}
	if err := parts.Close(); err != nil {
		return fmt.Errorf("write the answers: %w", err)
	}
	c.Set(readAfterHeader, strconv.Itoa(count))
	c.Set(fiber.HeaderContentType, "multipart/mixed; boundary="+parts.Boundary())
	return c.Send(body.Bytes())
}

func addPart(parts *multipart.Writer, header textproto.MIMEHeader, body []byte) error {
	part, err := parts.CreatePart(header)
	if err == nil {
		_, err = part.Write(body)
	}
	if err != nil {
		return fmt.Errorf("write an answer: %w", err)
	}
	return nil
}

// readAll yields the answers of reads by the caller of c, those with status 200 that come in time.
func readAll(c fiber.Ctx, addresses []string, handle fasthttp.RequestHandler) func(yield func(*fasthttp.RequestCtx) bool) {
	answers := make(chan *fasthttp.RequestCtx, len(addresses))
	var reading errgroup.Group
	reading.SetLimit(readAfterAtOnce)
	remote := c.RequestCtx().RemoteAddr()
	asked := make([]*fasthttp.Request, 0, len(addresses)) // before c may be reused
	for _, address := range addresses {
		if !strings.HasPrefix(address, "/api/") {
			continue
		}
		one := &fasthttp.Request{}
		for name, value := range c.Request().Header.All() {
			if name := http.CanonicalHeaderKey(string(name)); !slices.Contains(ownHeaders, name) && !strings.HasPrefix(name, "Content-") && name != readAfterHeader {
				one.Header.AddBytesV(name, value)
			}
		}
		one.Header.SetMethod(fiber.MethodGet)
		one.Header.SetHost(c.Host())
		one.Header.Set(fiber.HeaderVia, c.Get(fiber.HeaderVia))
		one.SetRequestURI(address)
		asked = append(asked, one)
	}
	go func() {
		defer close(answers)
		for _, one := range asked {
			reading.Go(func() error {
				var read fasthttp.RequestCtx
				read.Init(one, remote, nil)
				handle(&read)
				if read.Response.StatusCode() == http.StatusOK && len(read.Response.Header.Peek(staleHeader)) == 0 {
					answers <- &read
				}
				return nil
			})
		}
		_ = reading.Wait() // it has no errors
	}()
	late := time.After(maxReadAfterWait)
	return func(yield func(*fasthttp.RequestCtx) bool) {
		for {
			select {
			case <-late:
				return
			case answer, more := <-answers:
				if !more || !yield(answer) {
					return
				}
			}
		}
	}
}

// split takes the answers that came with a write's own apart.
func (f *forwarded) split() (after []*forwarded, err error) {
	if f.header.Get(readAfterHeader) == "" {
		return nil, nil
	}
	f.header.Del(readAfterHeader)
	_, parameters, err := mime.ParseMediaType(f.header.Get(fiber.HeaderContentType))
	if err != nil {
		return nil, fmt.Errorf("read the answers after a write: %w", err)
	}
	all := multipart.NewReader(bytes.NewReader(f.body), parameters["boundary"])
	for first := true; ; first = false {
		part, err := all.NextRawPart()
		if err == io.EOF && !first { //nolint:errorlint // as documented
			return after, nil
		}
		var body []byte
		if err == nil {
			body, err = io.ReadAll(part)
		}
		if err != nil {
			return nil, fmt.Errorf("read the answers after a write: %w", err)
		}
		if first {
			f.header.Set(fiber.HeaderContentType, part.Header.Get(fiber.HeaderContentType))
			f.body = body
		} else {
			after = append(after, &forwarded{status: http.StatusOK, header: http.Header(part.Header), body: body})
		}
	}
}

// Write forwards a write, and keeps what comes back with it; false means that the other edge has not seen it.
func (k *ResponseCache) Write(c fiber.Ctx, op *contract.Operation) (done bool, err error) {
	r := request.Of(c.Context())
	wanted := k.rereads.after(c, op)
	addresses := make([]string, 0, len(wanted))
	for address := range wanted {
		addresses = append(addresses, address)
	}
	after, done, err := k.primary.Write(c, strings.Join(addresses, " "))
	for _, got := range after {
		one := wanted[got.header.Get(fiber.HeaderContentLocation)]
		if one == nil || got.header.Get(audienceHeader) != audienceOf(r) {
			continue
		}
		k.keep(one, got, r)
	}
	return done, err
}

// after returns what the caller of a write may read of what the write changes, by address, and where that is
// too much, what was read last.
func (n *rereads) after(c fiber.Ctx, op *contract.Operation) map[string]*noted {
	r := request.Of(c.Context())
	if n == nil || !r.SignedIn || r.Token != nil || !slices.Contains(work, op.ID) {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []*noted
	for _, one := range n.noted[r.User.AccountID] {
		if !one.op.Outlives && one.audience == audienceOf(r) && (!one.personal || one.reader.User.ID == r.User.ID) && one.host == c.Host() &&
			n.now().Sub(one.readAt) <= maxUnread {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b *noted) int { return b.readAt.Compare(a.readAt) })
	found, size := map[string]*noted{}, 0
	for _, one := range all {
		if size += len(one.address) + 1; size > maxReadAfterAddresses || len(found) == maxReadAfter {
			break
		}
		found[one.address] = one
	}
	return found
}

// keep remembers what came back with a write.
func (k *ResponseCache) keep(one *noted, got *forwarded, r *request.Request) {
	made := newAnswer(k.now(), got.header.Get(VersionHeader), r.Mark, got.body)
	made.describe(one.op, r.User.AccountID, got.header.Get)
	if len(made.body) <= maxAnswerSize {
		k.answers.Set(one.key, made)
		k.results.WithLabelValues("reread").Inc()
	}
}
