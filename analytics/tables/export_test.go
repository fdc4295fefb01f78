package tables

import (
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
)

func TestAnExportHasTheRowsThatCountOfEveryReportAndNoneOfOthers(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..2")
	analyticstest.AddDays(t, db, "gads_campaigns", "0..2")
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position\n0..2,shoes,1,9,3\n"))
	analyticstest.AddReport(t, db, "gsc_queries", []byte("days,query,clicks,impressions,position,sync_id\n0..2,replaced,1,9,3,999\n"))
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign\n0,Brand\n"))
	// Every table read by detectors can be exported.
	for _, report := range facts.Reports() {
		if report != "gsc_queries" && report != "gads_campaigns" {
			analyticstest.AddReport(t, db, report, []byte("days,sync_id\n0,999\n"))
		}
	}
	export := func(accountID string) (begun []string, rows int) {
		x := &FactsExport{Facts: db, Records: analysisRecords{Connected: analyticstest.Connected(analyticstest.AllConnections())}}
		err := x.ExportFacts(t.Context(), accountID, func(of upslope.Site, report string, columns []string) error {
			begun = append(begun, report)
			for _, column := range columns {
				if column == "account_id" || column == "sync_id" {
					t.Errorf("%s has %s", report, column)
				}
			}
			return nil
		}, func(row []any) error {
			rows++
			for _, value := range row {
				if value == "replaced" {
					t.Error("rows that were replaced are in it")
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return begun, rows
	}
	if begun, rows := export(analyticstest.AccountID); len(begun) != 2 || begun[0] != "gsc_queries" || begun[1] != "gads_campaigns" || rows != 4 {
		t.Errorf("%d rows of %v", rows, begun)
	}
	if begun, rows := export("00000000-0000-4000-8000-0000000000ff"); rows != 0 {
		t.Errorf("a stranger is given %d rows of %v", rows, begun)
	}
}
