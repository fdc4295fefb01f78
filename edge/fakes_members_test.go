package edge_test

import (
	"context"
	"time"

	"upslope"
)

// noMembers stands in for the people of accounts: there is nobody but their owners.
type noMembers struct{}

func (noMembers) Members(context.Context, string) ([]upslope.Member, error) { return nil, nil }

func (noMembers) EditMember(context.Context, upslope.User, string, upslope.MemberChange) (upslope.Member, int64, error) {
	return upslope.Member{}, 0, missing("member")
}

func (noMembers) RemoveMember(context.Context, upslope.User, string) (int64, error) {
	return 0, missing("member")
}

func (noMembers) Invitations(context.Context, string) ([]upslope.Invitation, error) { return nil, nil }

func (noMembers) Invite(_ context.Context, by upslope.User, invitation upslope.Invitation, _ []byte, now time.Time) (upslope.Invitation, int64, error) {
	invitation.ID, invitation.AccountID, invitation.CreatedAt, invitation.ExpiresAt = "1", by.AccountID, now, now.Add(upslope.InvitationLifetime)
	return invitation, 21, nil
}

func (noMembers) InviteAgain(context.Context, string, string, []byte, time.Time) (upslope.Invitation, int64, error) {
	return upslope.Invitation{}, 0, missing("invitation")
}

func (noMembers) RevokeInvitation(context.Context, string, string) (int64, error) {
	return 0, missing("invitation")
}

func (noMembers) AcceptInvitation(context.Context, upslope.User, []byte, time.Time) (upslope.Membership, int64, error) {
	return upslope.Membership{}, 22, nil
}
