package postgres_test

import (
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/postgres/postgrestest"
)

func TestAnInvitationIsForItsAddressAndItsDays(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	bo, _ := owner(t, db, "bo") // with an account of their own
	first, second := []byte(strings.Repeat("1", 32)), []byte(strings.Repeat("2", 32))
	_, _, err := db.Invite(t.Context(), ana, upslope.Invitation{Email: ana.Email, Role: upslope.Viewer}, first, now)
	if wantCode(t, err, upslope.Conflict); err != nil && !strings.Contains(err.Error(), "is a member already") {
		t.Errorf("to oneself: %v", err)
	}
	made, _, err := db.Invite(t.Context(), ana, upslope.Invitation{Email: bo.Email, Role: upslope.Viewer}, first, now)
	if err != nil {
		t.Fatal(err)
	}
	offer, err := db.InvitationOffer(t.Context(), first, now)
	if err != nil || offer.Account != ana.Email || offer.InvitedBy != ana.Email || offer.Role != upslope.Viewer || !offer.ExpiresAt.Equal(made.ExpiresAt) {
		t.Errorf("the offer: %+v, %v", offer, err)
	}
	if _, err := db.InvitationOffer(t.Context(), first, made.ExpiresAt); upslope.CodeOf(err) != upslope.NotFound {
		t.Errorf("the offer after its days: %v", err)
	}
	_, _, err = db.AcceptInvitation(t.Context(), bo, first, made.ExpiresAt)
	if wantCode(t, err, upslope.NotFound); err != nil && !strings.Contains(err.Error(), "expired on") {
		t.Errorf("after its days: %v", err)
	}
	if _, _, err := db.InviteAgain(t.Context(), ana.AccountID, made.ID, second, made.ExpiresAt); err != nil {
		t.Fatal(err)
	}
	_, _, err = db.AcceptInvitation(t.Context(), bo, first, made.ExpiresAt)
	wantCode(t, err, upslope.NotFound)
	membership, _, err := db.AcceptInvitation(t.Context(), bo, second, made.ExpiresAt.Add(upslope.InvitationLifetime-time.Second))
	if err != nil || membership.AccountID != ana.AccountID || membership.Role != upslope.Viewer {
		t.Errorf("somebody of another account: %+v, %v", membership, err)
	}
	for _, account := range []string{ana.AccountID, bo.AccountID} {
		members, err := db.Members(t.Context(), account)
		if err != nil || members[len(members)-1].ID != bo.ID {
			t.Errorf("they belong to both accounts: %+v, %v", members, err)
		}
	}
	_, _, err = db.AcceptInvitation(t.Context(), bo, second, now)
	wantCode(t, err, upslope.NotFound) // it was used
	for what, hash := range map[string][]byte{"sent again": first, "used": second, "unknown": []byte(strings.Repeat("3", 32))} {
		if offer, err := db.InvitationOffer(t.Context(), hash, now); upslope.CodeOf(err) != upslope.NotFound || offer.Account != "" || !strings.HasPrefix(err.Error(), "This link no longer works") {
			t.Errorf("%s: %+v, %v", what, offer, err)
		}
	}
}

func TestWhoIsDemotedOrRemovedWhileWritingInvitesNobodyAndMakesNoToken(t *testing.T) {
	db := postgrestest.Open(t)
	ana, _ := owner(t, db, "ana")
	bo := joined(t, db, ana, "bo", upslope.MemberChange{Role: upslope.Admin})
	hash := []byte(strings.Repeat("3", 32))
	invite := func() error {
		_, _, err := db.Invite(t.Context(), bo, upslope.Invitation{Email: "friend@example.com", Role: upslope.Admin}, hash, now)
		return err
	}
	token := func() error {
		_, _, err := db.AddToken(t.Context(), upslope.APIToken{AccountID: ana.AccountID, UserID: bo.ID, Name: "late", Scope: "read", Prefix: "up_late"}, hash, now)
		return err
	}
	if _, _, err := db.EditMember(t.Context(), ana, bo.ID, upslope.MemberChange{Role: upslope.Viewer}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, invite(), upslope.Forbidden)
	wantCode(t, token(), upslope.Forbidden)
	if _, err := db.RemoveMember(t.Context(), ana, bo.ID, "", now); err != nil {
		t.Fatal(err)
	}
	wantCode(t, invite(), upslope.Forbidden)
	wantCode(t, token(), upslope.Forbidden)
	if invitations, err := db.Invitations(t.Context(), ana.AccountID); err != nil || len(invitations) > 0 {
		t.Errorf("%+v, %v", invitations, err)
	}
}
