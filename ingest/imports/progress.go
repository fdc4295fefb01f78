package imports

import (
	"context"
	"io"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// progressEvery is how often a running import says how far it is.
const progressEvery = 400 * time.Millisecond

// readingShare is the part of an import that reading the file takes; the rest is looking for issues.
const readingShare = 0.9

// progress is the file as it is read: it knows how far that is.
type progress struct {
	attempt    *attempt
	body       io.Reader
	size       int64
	read       int64
	reportedAt time.Time
}

// Read counts what is read.
func (p *progress) Read(buffer []byte) (int, error) {
	n, err := p.body.Read(buffer)
	p.read += int64(n)
	return n, err
}

// reportRows says how many rows there are so far, when it is time to.
func (p *progress) reportRows(ctx context.Context, rows int64) {
	if now := p.attempt.Now(); now.Sub(p.reportedAt) >= progressEvery {
		p.reportedAt = now
		p.report(ctx, readingShare*float64(p.read)/float64(max(p.size, 1)), message.NewPrinter(language.English).Sprintf("%d rows read.", rows))
	}
}

// report is for the person who waits; that it fails does not stop the import.
func (p *progress) report(ctx context.Context, fraction float64, text string) {
	if err := p.attempt.Records.JobProgress(ctx, p.attempt.upload.AccountID, p.attempt.upload.JobID, min(fraction, 1), text); err != nil {
		p.attempt.Log.WarnContext(ctx, "the progress of an import was not told", "job", p.attempt.upload.JobID, "error", err)
	}
}
