package tables

import (
	"context"

	"upslope"
	"upslope/analytics/facts"
)

// TableQuery returns the query for the first page of a table, for one site.
func (a *Analysis) TableQuery(ctx context.Context, accountID, siteID, name string) (facts.Query, error) {
	q, err := a.ask(ctx, accountID, name, upslope.TableFilter{SiteID: siteID, Limit: 100})
	if err != nil {
		return facts.Query{}, err
	}
	if q.params == nil {
		return facts.Query{}, upslope.Errorf(upslope.NotFound, "Nothing that the table %s reads has come for this site.", name)
	}
	if err := a.addMonths(ctx, q); err != nil {
		return facts.Query{}, err
	}
	return facts.Query{SQL: q.sql(q.table.rows), Params: q.params}, nil
}
