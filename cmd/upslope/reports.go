package main

import (
	"context"

	"upslope"
	"upslope/analytics/reports"
	"upslope/infra/pdf"
)

// clientReports makes reports and prints them.
type clientReports struct {
	*reports.Maker
	printer *pdf.Printer
}

// Preview answers what a report would say now, as a page of HTML. Who looks at one is about to print it, so the browser starts meanwhile.
func (r clientReports) Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	go func() { _ = r.printer.Warm() }() // printing says why it failed
	return r.Page(ctx, accountID, settings)
}

// Page answers a report as a page of HTML.
func (r clientReports) Page(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, err
	}
	return report.HTML()
}

// PDF makes a report and prints it.
func (r clientReports) PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) (file []byte, name string, err error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, "", err
	}
	file, err = r.Print(ctx, report)
	return file, report.FileName(), err
}

// documentOf is a report as it is printed.
func documentOf(report reports.Report) (pdf.Document, error) {
	html, err := report.HTML()
	if err != nil {
		return pdf.Document{}, err
	}
	header, footer, err := report.PrintParts()
	return pdf.Document{HTML: string(html), Header: header, Footer: footer}, err
}
