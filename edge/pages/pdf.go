package pages

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/valyala/fasthttp"
	"golang.org/x/sync/singleflight"

	"upslope"
	"upslope/edge/ratelimit"
)

const (
	printTimeout = time.Minute
	// rememberedFiles bounds the printed reports in memory: some 200 KB each.
	rememberedFiles = 32
	printBurst      = 10 // reports that a network may have printed at once
	printInterval   = 10 * time.Second
)

// Print prints the HTML of a report, and returns the file and its name.
type Print func(ctx context.Context, html []byte) (file []byte, name string, err error)

// printer prints shared reports, each once.
type printer struct {
	print  Print
	files  *lru.Cache[string, printed]
	making singleflight.Group
	limit  *ratelimit.Limiter // by network
}

type printed struct {
	file []byte
	name string
}

func newPrinter(print Print) (*printer, error) {
	files, err := lru.New[string, printed](rememberedFiles)
	if err != nil {
		return nil, fmt.Errorf("make room for printed reports: %w", err)
	}
	limit, err := ratelimit.New(printBurst, printInterval)
	return &printer{print: print, files: files, limit: limit}, err
}

// of returns a page as PDF.
func (p *printer) of(page upslope.ReportPage) (printed, error) {
	if file, found := p.files.Get(page.Tag); found {
		return file, nil
	}
	made, err, _ := p.making.Do(page.Tag, func() (any, error) {
		reader, err := gzip.NewReader(bytes.NewReader(page.Gzip))
		if err != nil {
			return nil, fmt.Errorf("unpack a report: %w", err)
		}
		html, err := io.ReadAll(reader)
		if err != nil {
			return nil, fmt.Errorf("unpack a report: %w", err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), printTimeout) // others may wait for it
		defer cancel()
		file, name, err := p.print(ctx, html)
		if err != nil {
			return nil, err
		}
		p.files.Add(page.Tag, printed{file, name})
		return printed{file, name}, nil
	})
	file, _ := made.(printed)
	return file, err //nolint:wrapcheck // says what failed
}

// sendPDF sends a report as PDF to whoever may open it. That is no view.
func (r *Reports) sendPDF(c *fasthttp.RequestCtx, page upslope.ReportPage) {
	file, known := r.printer.files.Get(page.Tag)
	if !known {
		if wait := r.printer.limit.Take(r.notices.header.Network(c), r.Now()); wait > 0 {
			r.notices.setHeaders(c, true)
			c.Response.Header.Set(fiber.HeaderRetryAfter, strconv.Itoa(ratelimit.Seconds(wait)))
			sendNotice(c, http.StatusTooManyRequests, tooManyFiles)
			return
		}
		var err error
		if file, err = r.printer.of(page); err != nil {
			r.Log.LogAttrs(context.Background(), slog.LevelWarn, "a report cannot be printed", slog.Any("error", err))
			r.notices.setHeaders(c, true)
			c.Response.Header.Set(fiber.HeaderRetryAfter, "60")
			sendNotice(c, http.StatusServiceUnavailable, noFile)
			return
		}
	}
	r.notices.setHeaders(c, false)
	c.Response.Header.SetContentType("application/pdf")
	c.Response.Header.Set(fiber.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": file.name}))
	c.Response.SetBodyRaw(file.file)
}
