package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Members returns the people of an account, owners first.
func (db *DB) Members(ctx context.Context, accountID string) ([]upslope.Member, error) {
	return many[upslope.Member](ctx, db, "members", pgx.NamedArgs{"account_id": accountID})
}

// EditMember changes what a member may do, by what another one may: only owners make and change owners. A new
// owner takes the place of the owner who says so, who becomes an admin; the last owner stays.
func (db *DB) EditMember(ctx context.Context, by upslope.User, userID string, change upslope.MemberChange) (member upslope.Member, version int64, err error) {
	accountID := by.AccountID
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if by.Role, err = roleNow(ctx, tx, by); err != nil {
			return err
		}
		if member, err = memberOf(ctx, tx, accountID, userID); err != nil {
			return err
		}
		if (member.Role == upslope.Owner || change.Role == upslope.Owner) && by.Role != upslope.Owner {
			return upslope.Errorf(upslope.Forbidden, "Only an owner can change who owns the account.")
		}
		if err := knownAccess(ctx, tx, accountID, change); err != nil {
			return err
		}
		if member.Role == upslope.Owner && change.Role != upslope.Owner {
			if err := otherOwner(ctx, tx, accountID); err != nil {
				return err
			}
		}
		if err := setMember(ctx, tx, accountID, userID, change); err != nil {
			return err
		}
		if change.Role == upslope.Owner && userID != by.ID {
			if err := setMember(ctx, tx, accountID, by.ID, upslope.MemberChange{Role: upslope.Admin}); err != nil {
				return err
			}
		}
		if member, err = memberOf(ctx, tx, accountID, userID); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return member, version, err
}

func setMember(ctx context.Context, tx *Tx, accountID, userID string, change upslope.MemberChange) error {
	return exec(ctx, tx, "member_update", pgx.NamedArgs{
		"account_id": accountID, "user_id": userID, "role": change.Role, "site_ids": filled(change.SiteIDs), "client_ids": filled(change.ClientIDs),
	})
}

// RemoveMember removes a member with the API tokens that they made, or lets them leave. The last owner stays.
// Their open work goes to the one whom workTo names; "" leaves it theirs.
func (db *DB) RemoveMember(ctx context.Context, by upslope.User, userID, workTo string, now time.Time) (version int64, err error) {
	accountID := by.AccountID
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if by.Role, err = roleNow(ctx, tx, by); err != nil {
			return err
		}
		member, err := memberOf(ctx, tx, accountID, userID)
		if err != nil {
			return err
		}
		if userID != by.ID && !by.Role.AtLeast(upslope.Admin) {
			return upslope.Errorf(upslope.Forbidden, "Only an owner or admin can remove people.")
		}
		if member.Role == upslope.Owner {
			if by.Role != upslope.Owner {
				return upslope.Errorf(upslope.Forbidden, "Only an owner can change who owns the account.")
			}
			if err := otherOwner(ctx, tx, accountID); err != nil {
				return err
			}
		}
		if workTo != "" {
			if err := passOn(ctx, tx, by, member, workTo, now); err != nil {
				return err
			}
		}
		args := pgx.NamedArgs{"account_id": accountID, "user_id": userID}
		if err := rehome(ctx, tx, accountID, userID); err != nil {
			return err
		}
		if err := exec(ctx, tx, "member_tokens_delete", args); err != nil {
			return err
		}
		if err := exec(ctx, tx, "member_delete", args); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// rehome gives a person who leaves their own account another one: the oldest of theirs, else a new one whose
// trial is the one of the account that they leave.
func rehome(ctx context.Context, tx *Tx, accountID, userID string) error {
	args := pgx.NamedArgs{"account_id": accountID, "user_id": userID}
	if err := exec(ctx, tx, "member_rehome", args); err != nil {
		return err
	}
	homeless, err := one[bool](ctx, tx, "member_homeless", args)
	if err != nil || !homeless {
		return err
	}
	left, err := one[upslope.Account](ctx, tx, "account", pgx.NamedArgs{"account_id": accountID})
	if err != nil {
		return err
	}
	own, err := one[string](ctx, tx, "account_add", pgx.NamedArgs{"trial_ends_at": left.TrialEndsAt})
	if err != nil {
		return err
	}
	if err := exec(ctx, tx, "member_add", pgx.NamedArgs{"account_id": own, "user_id": userID, "role": upslope.Owner, "site_ids": []string{}, "client_ids": []string{}}); err != nil {
		return err
	}
	return exec(ctx, tx, "member_own_account", pgx.NamedArgs{"user_id": userID, "own": own})
}

var errNoMember = upslope.Errorf(upslope.NotFound, "This member does not exist.")

func memberOf(ctx context.Context, tx *Tx, accountID, userID string) (upslope.Member, error) {
	if !isID(userID) {
		return upslope.Member{}, errNoMember
	}
	return one[upslope.Member](ctx, tx, "member", pgx.NamedArgs{"account_id": accountID, "user_id": userID})
}

// roleNow returns the role of the caller, who may have been removed or demoted since the request came.
func roleNow(ctx context.Context, tx *Tx, by upslope.User) (upslope.Role, error) {
	me, err := memberOf(ctx, tx, by.AccountID, by.ID)
	if upslope.CodeOf(err) == upslope.NotFound {
		return "", upslope.Errorf(upslope.Forbidden, "You are no longer a member of this account.")
	}
	return me.Role, err
}

// otherOwner is a Conflict unless the account has a second owner.
func otherOwner(ctx context.Context, tx *Tx, accountID string) error {
	owners, err := one[int64](ctx, tx, "members_owners", pgx.NamedArgs{"account_id": accountID})
	if err == nil && owners < 2 {
		return upslope.Errorf(upslope.Conflict, "An account needs an owner. Make somebody else the owner first.")
	}
	return err
}

// knownAccess is an Invalid Error unless the sites and clients that somebody is to see are the account's.
func knownAccess(ctx context.Context, tx *Tx, accountID string, change upslope.MemberChange) error {
	if err := knownSites(ctx, tx, accountID, change.SiteIDs); err != nil {
		return err
	}
	return knownClients(ctx, tx, accountID, "clientIds", change.ClientIDs...)
}

func knownSites(ctx context.Context, tx *Tx, accountID string, siteIDs []string) error {
	known, err := one[int64](ctx, tx, "members_sites_known", pgx.NamedArgs{"account_id": accountID, "site_ids": filled(siteIDs)})
	if err == nil && known < int64(len(siteIDs)) {
		return upslope.FieldErrorf("siteIds", "One of these sites does not exist.")
	}
	return err
}

// eraseMember deletes a person. An account that they owned alone goes to its oldest admin or member; without
// one it is deleted.
func (db *DB) eraseMember(ctx context.Context, subject string, now time.Time) error {
	owned, err := many[struct{ AccountID, Heir string }](ctx, db, "member_accounts", pgx.NamedArgs{"subject": subject})
	if err != nil {
		return err
	}
	for _, account := range owned {
		if account.Heir == "" {
			if err := db.DeleteAccount(ctx, account.AccountID, now); err != nil {
				return err
			}
			continue
		}
		err := db.write(ctx, account.AccountID, func(tx *Tx) error {
			return setMember(ctx, tx, account.AccountID, account.Heir, upslope.MemberChange{Role: upslope.Owner})
		})
		if err != nil {
			return err
		}
	}
	return exec(ctx, db, "member_erase", pgx.NamedArgs{"subject": subject})
}
