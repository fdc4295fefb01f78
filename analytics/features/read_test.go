package features

import (
	"testing"
	"time"
	"upslope/analytics/analyticstest"
)

// groundOf reads the context of a site with every connection and no crawl.
func groundOf(t *testing.T, db *analyticstest.Site) *Context {
	t.Helper()
	reader := NewReader(db, &analyticstest.Store{Connected: analyticstest.AllConnections()}, func() time.Time { return analyticstest.Today })
	g, err := reader.Read(t.Context(), analyticstest.AccountID, analyticstest.SiteID, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
