package postgres

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// Invitations returns who is invited to an account, newest first.
func (db *DB) Invitations(ctx context.Context, accountID string) ([]upslope.Invitation, error) {
	return many[upslope.Invitation](ctx, db, "invitations", pgx.NamedArgs{"account_id": accountID})
}

// Invite adds an invitation whose link has the secret with this hash. Conflict when the address is a member's
// or invited already, or when the account is full.
func (db *DB) Invite(ctx context.Context, by upslope.User, invitation upslope.Invitation, hash []byte, now time.Time) (made upslope.Invitation, version int64, err error) {
	accountID := by.AccountID
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if role, err := roleNow(ctx, tx, by); err != nil {
			return err
		} else if !role.AtLeast(upslope.Admin) {
			return upslope.Errorf(upslope.Forbidden, "Only an owner or admin can invite people.")
		}
		if invitation.Role == upslope.Owner {
			return upslope.FieldErrorf("role", "Invite as an admin, and make them the owner once they are a member.")
		}
		if err := knownAccess(ctx, tx, accountID, upslope.MemberChange{SiteIDs: invitation.SiteIDs, ClientIDs: invitation.ClientIDs}); err != nil {
			return err
		}
		members, err := many[string](ctx, tx, "member_by_email", pgx.NamedArgs{"account_id": accountID, "email": invitation.Email})
		if err != nil {
			return err
		}
		if len(members) > 0 {
			return upslope.Errorf(upslope.Conflict, "%s is a member already.", invitation.Email)
		}
		places, err := one[int64](ctx, tx, "members_places", pgx.NamedArgs{"account_id": accountID})
		if err != nil {
			return err
		}
		if places >= upslope.MaxMembers {
			return upslope.Errorf(upslope.Conflict, "An account has at most %d people, with those invited. Remove somebody first.", upslope.MaxMembers)
		}
		id, err := one[string](ctx, tx, "invitation_add", pgx.NamedArgs{
			"account_id": accountID, "email": invitation.Email, "role": invitation.Role, "site_ids": filled(invitation.SiteIDs),
			"client_ids": filled(invitation.ClientIDs), "token_hash": hash,
			"invited_by": by.ID, "now": now, "expires_at": now.Add(upslope.InvitationLifetime),
		})
		if upslope.CodeOf(err) == upslope.NotFound {
			return upslope.Errorf(upslope.Conflict, "%s is invited already. Send the invitation again, or revoke it first.", invitation.Email)
		}
		if err != nil {
			return err
		}
		made, version, err = invitationNow(ctx, tx, accountID, id)
		return err
	})
	return made, version, err
}

func invitationNow(ctx context.Context, tx *Tx, accountID, id string) (invitation upslope.Invitation, version int64, err error) {
	if invitation, err = one[upslope.Invitation](ctx, tx, "invitation", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
		return invitation, 0, err
	}
	version, err = versionOf(ctx, tx, accountID)
	return invitation, version, err
}

// InviteAgain gives an invitation a new link and seven more days.
func (db *DB) InviteAgain(ctx context.Context, accountID, id string, hash []byte, now time.Time) (made upslope.Invitation, version int64, err error) {
	if !isID(id) {
		return made, 0, errNoInvitation
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		args := pgx.NamedArgs{"account_id": accountID, "id": id, "token_hash": hash, "expires_at": now.Add(upslope.InvitationLifetime)}
		if _, err := one[string](ctx, tx, "invitation_again", args); err != nil {
			return err
		}
		made, version, err = invitationNow(ctx, tx, accountID, id)
		return err
	})
	return made, version, err
}

var errNoInvitation = upslope.Errorf(upslope.NotFound, "This invitation does not exist.")

// RevokeInvitation voids an invitation.
func (db *DB) RevokeInvitation(ctx context.Context, accountID, id string) (version int64, err error) {
	if !isID(id) {
		return 0, errNoInvitation
	}
	err = db.write(ctx, accountID, func(tx *Tx) error {
		if _, err := one[string](ctx, tx, "invitation_delete", pgx.NamedArgs{"account_id": accountID, "id": id}); err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, accountID)
		return err
	})
	return version, err
}

// InvitationOffer returns what the link with a secret offers. NotFound when it was used, revoked or has
// expired.
func (db *DB) InvitationOffer(ctx context.Context, hash []byte, now time.Time) (upslope.InvitationOffer, error) {
	offer, err := one[upslope.InvitationOffer](ctx, db, "invitation_offer", pgx.NamedArgs{"token_hash": hash})
	if err := openInvitation(offer.ExpiresAt, now, err); err != nil {
		return upslope.InvitationOffer{}, err
	}
	return offer, nil
}

// openInvitation says why the link of an invitation that was looked up with err cannot be accepted.
func openInvitation(expiresAt, now time.Time, err error) error {
	switch {
	case upslope.CodeOf(err) == upslope.NotFound:
		return upslope.Errorf(upslope.NotFound, "This link no longer works: the invitation was accepted, revoked or sent again. Use the link in the newest email, or ask for a new invitation.")
	case err == nil && !now.Before(expiresAt):
		return upslope.Errorf(upslope.NotFound, "This invitation expired on %s. Ask for a new one.", expiresAt.UTC().Format(upslope.DateFormat))
	}
	return err
}

// AcceptInvitation makes a person a member by the secret of their invitation's link. NotFound when it was
// used, revoked or has expired, Forbidden when it is somebody else's.
func (db *DB) AcceptInvitation(ctx context.Context, by upslope.User, hash []byte, now time.Time) (membership upslope.Membership, version int64, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		invitation, err := one[upslope.Invitation](ctx, tx, "invitation_take", pgx.NamedArgs{"token_hash": hash})
		switch err := openInvitation(invitation.ExpiresAt, now, err); {
		case err != nil:
			return err
		case !strings.EqualFold(strings.TrimSpace(by.Email), invitation.Email):
			return upslope.Errorf(upslope.Forbidden, "This invitation is for %s. Sign in with that address to accept it.", masked(invitation.Email))
		}
		sites, err := many[string](ctx, tx, "account_site_ids", pgx.NamedArgs{"account_id": invitation.AccountID})
		if err != nil {
			return err
		}
		err = exec(ctx, tx, "member_add", pgx.NamedArgs{
			"account_id": invitation.AccountID, "user_id": by.ID, "role": invitation.Role, "site_ids": common(invitation.SiteIDs, sites),
			"client_ids": filled(invitation.ClientIDs),
		})
		if err != nil {
			return err
		}
		if _, err := one[string](ctx, tx, "invitation_delete", pgx.NamedArgs{"account_id": invitation.AccountID, "id": invitation.ID}); err != nil {
			return err
		}
		all, err := many[upslope.Membership](ctx, tx, "memberships", pgx.NamedArgs{"user_id": by.ID, "subject": ""})
		for _, one := range all {
			if one.AccountID == invitation.AccountID {
				membership = one
			}
		}
		if err != nil {
			return err
		}
		version, err = versionOf(ctx, tx, invitation.AccountID)
		return err
	})
	return membership, version, err
}

// masked hides most of an email address from somebody who has its owner's link.
func masked(email string) string {
	name, domain, _ := strings.Cut(email, "@")
	return name[:1] + "…@" + domain
}

// common returns what is in both lists.
func common(wanted, known []string) []string {
	both := []string{}
	for _, id := range wanted {
		for _, other := range known {
			if id == other {
				both = append(both, id)
			}
		}
	}
	return both
}
