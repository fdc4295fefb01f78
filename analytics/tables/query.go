package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"upslope"
	"upslope/analytics/ctr"
	"upslope/analytics/facts"
	"upslope/analytics/features"
	"upslope/analytics/format"
)

// tableQuery is a request for a table, as parameters of its SQL.
type tableQuery struct {
	table   *table
	scope   upslope.TableScope
	params  map[string]any    // nil: nothing was imported, so there are no rows
	domains map[string]string // of the sites, by ID
	rules   map[string]upslope.SiteRules
	rows    uint64               // of the reports in the window
	reads   uint64               // hash of the current reads
	asOf    int64                // how often rows had been written before anything else was read
	few     bool                 // few enough reads to be parameters
	search  []upslope.Connection // to Search Console
}

// empty returns the table without rows.
func (q *tableQuery) empty(without string) upslope.Table {
	return upslope.Table{TableScope: q.scope, Columns: q.columns(without)}
}

// ask turns a request into a query.
func (a *Analysis) ask(ctx context.Context, accountID, name string, filter upslope.TableFilter) (*tableQuery, error) {
	t, ok := a.tables[name]
	if !ok {
		return nil, upslope.Errorf(upslope.NotFound, "There is no table %q.", name)
	}
	ascending, descending, err := t.order(filter.Sort)
	if err != nil {
		return nil, err
	}
	if err := facts.CheckDays(filter); err != nil {
		return nil, err
	}
	q, err := a.about(ctx, t, accountID, filter)
	if err != nil || q.params == nil {
		return q, err
	}
	q = q.with(map[string]any{
		"q": filter.Query, "brand": cmp.Or(filter.Brand, "all"), "all": filter.All, "ascending": ascending, "descending": descending, "limit": filter.Limit, "offset": filter.Offset,
	})
	if strings.HasPrefix(name, drilldownFolder) {
		addSubject(q.params, filter.About)
	}
	return q, a.addRankings(ctx, q)
}

// about resolves what all pages of a table share: the scope of rows and days.
func (a *Analysis) about(ctx context.Context, t *table, accountID string, filter upslope.TableFilter) (*tableQuery, error) {
	q := &tableQuery{table: t, scope: upslope.TableScope{Source: t.providers()}, domains: map[string]string{}}
	connections, params, err := a.scope(ctx, accountID, filter, q)
	if err != nil || params == nil {
		return q, err
	}
	maps.Copy(params, t.Parameters)
	maps.Copy(params, map[string]any{"keys": []uint64{}, "key_days": []time.Time{}})
	if err := a.addDays(ctx, q, filter, params, connections); err != nil {
		return q, err
	}
	if q.scope.To.IsZero() && !t.readsCrawl() {
		return q, nil
	}
	features.AddCPATargets(params, q.rules, q.scope.To)
	if t.Verdicts != "" {
		if err := a.addVerdicts(ctx, t.Verdicts, params, accountID, filter.SiteID); err != nil {
			return q, err
		}
	}
	q.params = params
	for _, connection := range connections {
		if connection.Provider == upslope.GSC {
			q.search = append(q.search, connection)
		}
	}
	return q, nil
}

// with copies the query with other parameters.
func (q *tableQuery) with(params map[string]any) *tableQuery {
	other := *q
	other.params = maps.Clone(q.params)
	maps.Copy(other.params, params)
	return &other
}

// scope returns the live connections that the table reads, and the parameters that limit its rows; nil
// without any.
func (a *Analysis) scope(ctx context.Context, accountID string, filter upslope.TableFilter, q *tableQuery) ([]upslope.Connection, map[string]any, error) {
	records, err := a.readRecords(ctx, accountID, filter.SiteID)
	if err != nil {
		return nil, nil, err
	}
	q.asOf, q.rules = records.asOf, records.rules
	var sites []upslope.Site
	siteIDs := []string{}
	for _, site := range records.sites {
		if (filter.SiteID == "" || site.ID == filter.SiteID) && (filter.ClientID == "" || site.ClientID == filter.ClientID) {
			sites, siteIDs, q.domains[site.ID] = append(sites, site), append(siteIDs, site.ID), site.Domain
		}
	}
	ids, connections := []string{}, []upslope.Connection{}
	for _, connection := range records.connections {
		if connection.Status == upslope.Disconnected || filter.ClientID != "" && q.domains[connection.SiteID] == "" {
			continue
		}
		ids = append(ids, connection.ID)
		if slices.ContainsFunc(q.table.Reports, func(report string) bool { return facts.ProviderOf(report) == connection.Provider }) {
			connections = append(connections, connection)
		}
	}
	imports, links := []string{}, []string{}
	for _, crawl := range records.crawls {
		if filter.ClientID != "" && q.domains[crawl.SiteID] == "" {
			continue
		}
		imports, links = append(imports, crawl.ImportID), append(links, facts.IDs(crawl.LinksImportID)...)
	}
	if len(connections) == 0 && (len(imports) == 0 || !q.table.readsCrawl()) {
		return nil, nil, nil
	}
	params := map[string]any{
		"account_id": accountID, "sites": siteIDs, "connections": ids, "imports": imports, "links": links,
		"month_days": facts.MonthDays, "live_connections": len(connections),
	}
	if q.table.namesBrands() {
		features.AddBrandParams(params, brands(sites, records.rules)...)
	}
	params["ctr"] = ctr.Fit(nil).Table()
	params["currencies"], params["currency_signs"] = format.Signs()
	params["whole_currencies"] = format.Whole()
	params["ai_sources"], params["ai_names"] = upslope.AIAssistantSources()
	return connections, params, nil
}

// brands returns the brands of the sites, in order.
func brands(sites []upslope.Site, rules map[string]upslope.SiteRules) []features.Brand {
	found := make([]features.Brand, len(sites))
	for i, site := range sites {
		found[i] = features.NewBrand(site)
		found[i].AddSearched(rules[site.ID].Searched)
		found[i].AddRules(rules[site.ID])
	}
	return found
}
