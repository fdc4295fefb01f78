package features

import (
	"testing"
	"time"
	"upslope/analytics/analyticstest"
)

// groundOf is what a site without a crawl that is connected to everything stands on.
func groundOf(t *testing.T, db *analyticstest.Site) *Context {
	t.Helper()
	reader := NewReader(db, &analyticstest.Store{Connected: analyticstest.AllConnections()}, func() time.Time { return analyticstest.Today })
	g, err := reader.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
