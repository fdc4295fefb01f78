package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// rulesRow is a row of rules.sql.
type rulesRow struct {
	SiteID                     string
	BrandTerms                 []string
	BrandPattern               string
	NotBrand                   []string
	ConversionValue, TargetCpa *float64
	ExcludedPaths              []string
	Parameters                 map[string]map[string]float64
	Suspected, Found, Doubted  []string
}

func (r rulesRow) rules() upslope.SiteRules {
	return upslope.SiteRules{
		BrandTerms: r.BrandTerms, BrandPattern: r.BrandPattern, NotBrand: r.NotBrand, ConversionValue: r.ConversionValue, TargetCPA: r.TargetCpa,
		ExcludedPaths: r.ExcludedPaths, Parameters: r.Parameters, HitRates: []upslope.HitRate{},
		Searched: upslope.SearchedBrand{Suspected: r.Suspected, Found: r.Found, Doubted: r.Doubted},
	}
}

// Rules returns the owners' detector rules and the brands found in search data, by site id; siteID "" is
// every site of the account. Sites of other accounts are left out.
func (db *DB) Rules(ctx context.Context, accountID, siteID string) (map[string]upslope.SiteRules, error) {
	found := map[string]upslope.SiteRules{}
	if siteID != "" && !isID(siteID) {
		return found, nil
	}
	rows, err := many[rulesRow](ctx, db, "rules", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
	for _, row := range rows {
		found[row.SiteID] = row.rules()
	}
	return found, err
}

// EditRules changes a site's detector rules, queues scoring of the site, and returns the account's version;
// NotFound when the site is not the account's.
func (db *DB) EditRules(ctx context.Context, accountID, siteID string, edit upslope.SiteRulesEdit, now time.Time) (version int64, err error) {
	if !isID(siteID) {
		return 0, errNoSite
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		scope := pgx.NamedArgs{"account_id": accountID, "site_id": siteID}
		if _, err := one[upslope.Site](ctx, tx, "site", pgx.NamedArgs{"account_id": accountID, "id": siteID}); err != nil {
			return err
		}
		row, err := one[rulesRow](ctx, tx, "rules", scope)
		if err != nil {
			return err
		}
		rules := row.rules()
		rules.Apply(edit)
		parameters, err := json.Marshal(rules.Parameters)
		if err != nil {
			return fmt.Errorf("encode parameters: %w", err)
		}
		err = exec(ctx, tx, "rules_put", pgx.NamedArgs{
			"account_id": accountID, "site_id": siteID, "brand_terms": rules.BrandTerms, "brand_pattern": rules.BrandPattern, "not_brand": rules.NotBrand,
			"conversion_value": rules.ConversionValue, "target_cpa": rules.TargetCPA, "excluded_paths": rules.ExcludedPaths, "parameters": parameters, "now": now,
		})
		if err != nil {
			return err
		}
		if err := queueRecompute(ctx, tx, accountID, siteID); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// KeepBrand stores the site's brand as found in search data.
func (db *DB) KeepBrand(ctx context.Context, accountID, siteID string, brand upslope.SearchedBrand) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		return exec(ctx, tx, "brand_put", pgx.NamedArgs{
			"account_id": accountID, "site_id": siteID, "suspected": brand.Suspected, "found": brand.Found, "doubted": brand.Doubted,
		})
	})
}

// Scales returns the site's scales, and the basis of new ones.
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

// putScales stores the scales of a recompute and updates the account's. Unavailable, to be retried, when
// another recompute has frozen a scale meanwhile, because these scores are based on an outdated one.
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
			return upslope.Errorf(upslope.Unavailable, "The site was updated at the same time. Updating again.")
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

// frozenAt returns when each unit's scale was frozen, without those that are not.
func frozenAt(scales []upslope.SiteScale) map[string]time.Time {
	at := map[string]time.Time{}
	for _, scale := range scales {
		if scale.FrozenAt != nil {
			at[scale.Unit+scale.Currency] = *scale.FrozenAt
		}
	}
	return at
}

// AccountScales returns the basis of the account's scales: one for each unit that any site has.
func (db *DB) AccountScales(ctx context.Context, accountID string) ([]upslope.AccountScale, error) {
	return many[upslope.AccountScale](ctx, db, "account_scales", pgx.NamedArgs{"account_id": accountID})
}

// AllScales returns the scales of a site; siteID "" is every site of the account.
func (db *DB) AllScales(ctx context.Context, accountID, siteID string) ([]upslope.SiteScale, error) {
	return many[upslope.SiteScale](ctx, db, "scales", pgx.NamedArgs{"account_id": accountID, "site_id": siteID})
}
