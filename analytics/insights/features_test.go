package insights

import (
	"testing"
	"time"
	"upslope/analytics/analyticstest"
	"upslope/analytics/features"
)

// featuresOf reads the context of a site with every connection and no crawl.
func featuresOf(t *testing.T, db *analyticstest.Site) *features.Context {
	t.Helper()
	engine, err := New(db, &analyticstest.Store{Connected: analyticstest.AllConnections()}, func() time.Time { return analyticstest.Today })
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.features.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
