package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Scales answers what the site's values are measured against, and what new scales would rest on.
func (db *DB) Scales(ctx context.Context, accountID, siteID string) (upslope.SiteScales, error) {
	scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
	basis, err := one[struct {
		RestsOn []string
		Settled bool
	}](ctx, db, "scales_basis", scope)
	if upslope.CodeOf(err) == upslope.NotFound {
		return upslope.SiteScales{}, errNoSite
	} else if err != nil {
		return upslope.SiteScales{}, err
	}
	scales, err := many[upslope.SiteScale](ctx, db, "scales", scope)
	return upslope.SiteScales{Scales: scales, RestsOn: basis.RestsOn, Settled: basis.Settled}, err
}

// putScales keeps what a recompute has worked out anew, and the account's scales with it. When another one has frozen a scale meanwhile,
// these insights are scored by what does not count any more: that is Unavailable, to be made again.
func putScales(ctx context.Context, tx *Tx, accountID, siteID string, changes upslope.ScaleChanges) error {
	if changes.Now.IsZero() {
		return nil // nothing was scored
	}
	present, err := many[upslope.SiteScale](ctx, tx, "scales", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	if err != nil {
		return err
	}
	frozen := frozenAt(changes.Seen)
	for unit, at := range frozenAt(present) {
		if before, known := frozen[unit]; !known || !before.Equal(at) {
			return upslope.Errorf(upslope.Unavailable, "The site was scored by somebody else meanwhile. It is scored once more.")
		}
	}
	if len(changes.Put) == 0 {
		return nil
	}
	body, err := json.Marshal(changes.Put)
	if err != nil {
		return fmt.Errorf("encode scales: %w", err)
	}
	if err := exec(ctx, tx, "scales_put", pgx.NamedArgs{"account_id": accountID, "site_id": siteID, "scales": body}); err != nil {
		return err
	}
	return exec(ctx, tx, "account_scales_put", pgx.NamedArgs{"account_id": accountID, "percentile": changes.Percentile, "now": changes.Now})
}

// frozenAt is when each unit's scale was frozen; those that are not are left out.
func frozenAt(scales []upslope.SiteScale) map[string]time.Time {
	at := map[string]time.Time{}
	for _, scale := range scales {
		if scale.FrozenAt != nil {
			at[scale.Unit+scale.Currency] = *scale.FrozenAt
		}
	}
	return at
}

// AccountScales answers what the scales of all sites together are made of, one for each unit that any of them has.
func (db *DB) AccountScales(ctx context.Context, accountID string) ([]upslope.AccountScale, error) {
	return many[upslope.AccountScale](ctx, db, "account_scales", pgx.NamedArgs{"account_id": accountID})
}

// AllScales answers what the values of a site are measured against; siteID "" is every site of the account.
func (db *DB) AllScales(ctx context.Context, accountID, siteID string) ([]upslope.SiteScale, error) {
	return many[upslope.SiteScale](ctx, db, "scales", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}
