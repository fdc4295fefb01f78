package tables

import (
	"context"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
)

// ofClients is an account whose sites are two clients'; only the first site has imported anything.
type ofClients struct{ analysisRecords }

func (ofClients) Sites(context.Context, string) ([]upslope.Site, error) {
	return []upslope.Site{
		{ID: analyticstest.SiteID, AccountID: analyticstest.AccountID, Domain: "example.com", ClientID: "acme"},
		{ID: otherSite, AccountID: analyticstest.AccountID, Domain: "elsewhere.example", ClientID: "globex"},
	}, nil
}

func TestATableOfAClientHasTheRowsOfItsSitesOnly(t *testing.T) {
	t.Parallel()
	db := analyticstest.Open(t)
	analyticstest.AddDays(t, db, "gsc_queries", "0..27")
	connections := analyticstest.AllConnections()
	for i := range connections {
		connections[i].SiteID = analyticstest.SiteID
	}
	analysis := analysisOf(t, db, ofClients{analysisRecords{Connected: analyticstest.Connected(connections)}})
	all := askFor(t, analysis, "seo/queries", upslope.TableFilter{})
	acme := askFor(t, analysis, "seo/queries", upslope.TableFilter{ClientID: "acme"})
	if acme.To.IsZero() || acme.To != all.To {
		t.Errorf("of the client with the site: %s, of all: %s", spans(acme.TableScope), spans(all.TableScope))
	}
	for _, client := range []string{"globex", "nobody"} {
		if table := askFor(t, analysis, "seo/queries", upslope.TableFilter{ClientID: client}); !table.To.IsZero() || len(table.Rows) > 0 {
			t.Errorf("%s: %s, %d rows", client, spans(table.TableScope), len(table.Rows))
		}
	}
}
