package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Branding answers whose reports an account makes.
func (db *DB) Branding(ctx context.Context, accountID string) (upslope.Branding, error) {
	return one[upslope.Branding](ctx, db, "branding", pgx.NamedArgs{"account_id": accountID})
}

// EditBranding changes the fields that are set, and answers the branding with the account's version.
func (db *DB) EditBranding(ctx context.Context, accountID string, edit upslope.BrandingEdit) (branding upslope.Branding, version int64, err error) {
	err = db.write(ctx, accountID, func(tx *Tx) error {
		branding, err = one[upslope.Branding](ctx, tx, "branding_update", pgx.NamedArgs{
			"account_id": accountID, "name": edit.Name, "color": edit.Color, "logo": edit.Logo,
		})
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return branding, version, err
}
