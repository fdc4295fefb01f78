package imports

import (
	"context"
	"io"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// progressEvery is the interval between progress reports of an import.
const progressEvery = 400 * time.Millisecond

// readingShare is the share of reading in the progress of an import; finding issues is the rest.
const readingShare = 0.9

// progress wraps the file and tracks the share read.
type progress struct {
	attempt    *attempt
	body       io.Reader
	size       int64
	read       int64
	reportedAt time.Time
}

// Read counts the bytes read.
func (p *progress) Read(buffer []byte) (int, error) {
	n, err := p.body.Read(buffer)
	p.read += int64(n)
	return n, err
}

// reportRows reports the number of rows so far, when a report is due.
func (p *progress) reportRows(ctx context.Context, rows int64) {
	if now := p.attempt.Now(); now.Sub(p.reportedAt) >= progressEvery {
		p.reportedAt = now
		p.report(ctx, readingShare*float64(p.read)/float64(max(p.size, 1)), message.NewPrinter(language.English).Sprintf("%d rows read.", rows))
	}
}

// report informs the waiting user; a failure does not stop the import.
func (p *progress) report(ctx context.Context, fraction float64, text string) {
	if err := p.attempt.Records.JobProgress(ctx, p.attempt.upload.AccountID, p.attempt.upload.JobID, min(fraction, 1), text); err != nil {
		p.attempt.Log.WarnContext(ctx, "the progress of an import was not told", "job", p.attempt.upload.JobID, "error", err)
	}
}
