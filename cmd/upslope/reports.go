package main

import (
	"context"

	"upslope"
	"upslope/analytics/reports"
	"upslope/infra/pdf"
)

// clientReports renders and prints reports.
type clientReports struct {
	*reports.Maker
	printer *pdf.Printer
}

// Preview returns a report of current data as HTML. A preview is usually followed by printing, so it warms
// the browser.
func (r clientReports) Preview(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	go func() { _ = r.printer.Warm() }() // printing reports the error
	return r.Page(ctx, accountID, settings)
}

// Page returns a report as HTML.
func (r clientReports) Page(ctx context.Context, accountID string, settings upslope.ReportSettings) ([]byte, error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, err
	}
	return report.HTML()
}

// PDF returns a report as PDF.
func (r clientReports) PDF(ctx context.Context, accountID string, settings upslope.ReportSettings) (file []byte, name string, err error) {
	report, err := r.Make(ctx, accountID, settings)
	if err != nil {
		return nil, "", err
	}
	file, err = r.Print(ctx, report)
	return file, report.FileName(), err
}

// documentOf returns the printable document of a report.
func documentOf(report reports.Report) (pdf.Document, error) {
	html, err := report.HTML()
	if err != nil {
		return pdf.Document{}, err
	}
	header, footer, err := report.PrintParts()
	return pdf.Document{HTML: string(html), Header: header, Footer: footer}, err
}
