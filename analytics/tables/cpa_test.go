package tables

import (
	"testing"
	"time"
	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/facts"
	"upslope/analytics/features"
)

func TestTheTargetThatTheOwnerSaysIsTheOneOfTablesAndDetector(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddReport(t, db, "gads_campaigns", []byte("days,campaign_id,campaign,clicks,cost,conversions,currency\n0..60,1,One,10,10,1,EUR\n0..60,2,Two,10,30,1,EUR\n0..60,3,Dear,10,20,0,EUR\n"))
	analyticstest.AddDays(t, db, "gads_campaigns", "0..60")
	for told, want := range map[float64]float64{0: 30, 7: 7} {
		rules := upslope.SiteRules{}
		if told > 0 {
			rules.TargetCPA = &told
		}
		reader := features.NewReader(db, &analyticstest.Store{Connected: analyticstest.AllConnections(), Owner: rules}, time.Now)
		g, err := reader.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Query(t.Context(), facts.Given().Must("-- uses: cpa_targets\nselect of_target from cpa_targets"), g.Params, func(_ []string, values []any) error {
			if values[0] != want {
				t.Errorf("the detector's target is %v, want %v", values[0], want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		analysis := analysisOf(t, db, analysisRecords{Connected: analyticstest.AllConnections(), rules: rules})
		table := askFor(t, analysis, "ads/wasted-spend", upslope.TableFilter{All: true})
		for i, column := range table.Columns {
			if column.Name == "targetCpa" && (len(table.Rows) == 0 || table.Rows[0][i] != want) {
				t.Errorf("the table's target is not %v: %v", want, table.Rows)
			}
		}
	}
}
