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

// Rules answers what the owners of sites say to the detectors, and what search data say of their brands, by the ids of the sites; siteID ""
// is every site of the account. A site that is not the account's is not there.
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

// EditRules changes what a site's owner says to the detectors, has the site scored again, and answers the account's version; NotFound when
// the site is not the account's.
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

// KeepBrand keeps what search data say of a site's brand.
func (db *DB) KeepBrand(ctx context.Context, accountID, siteID string, brand upslope.SearchedBrand) error {
	return db.write(ctx, accountID, func(tx *Tx) error {
		return exec(ctx, tx, "brand_put", pgx.NamedArgs{
			"account_id": accountID, "site_id": siteID, "suspected": brand.Suspected, "found": brand.Found, "doubted": brand.Doubted,
		})
	})
}
