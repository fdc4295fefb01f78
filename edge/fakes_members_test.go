package edge_test

import (
	"context"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// noMembers stands in for the people of accounts: there is nobody but their owners.
type noMembers struct{}

func (noMembers) Members(context.Context, string) ([]upslope.Member, error) { return nil, nil }

func (noMembers) EditMember(context.Context, upslope.User, string, upslope.MemberChange) (upslope.Member, int64, error) {
	return upslope.Member{}, 0, missing("member")
}

func (noMembers) MemberWork(context.Context, string, string) (upslope.MemberWork, error) {
	return upslope.MemberWork{}, missing("member")
}

func (noMembers) RemoveMember(context.Context, upslope.User, string, string, time.Time) (int64, error) {
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

func (noMembers) InvitationOffer(context.Context, []byte, time.Time) (upslope.InvitationOffer, error) {
	return upslope.InvitationOffer{}, missing("invitation")
}

func (noMembers) AcceptInvitation(context.Context, upslope.User, []byte, time.Time) (upslope.Membership, int64, error) {
	return upslope.Membership{}, 22, nil
}

// Clients and the following methods store clients.
func (m *memory) Clients(_ context.Context, accountID string) ([]upslope.ClientProfile, error) {
	defer m.lock()()
	return m.clients[accountID], m.down
}

func (m *memory) Client(_ context.Context, accountID, id string) (upslope.ClientProfile, error) {
	defer m.lock()()
	for _, client := range m.clients[accountID] {
		if client.ID == id {
			return client, nil
		}
	}
	return upslope.ClientProfile{}, missing("client")
}

func (m *memory) AddClient(_ context.Context, accountID string, wanted upslope.ClientEdit) (upslope.ClientProfile, int64, error) {
	defer m.lock()()
	client := upslope.ClientProfile{ID: uuid.NewString(), Name: *wanted.Name}
	if wanted.Currency != nil {
		client.Currency = *wanted.Currency
	}
	m.clients[accountID] = append(m.clients[accountID], client)
	return client, 23, m.down
}

func (m *memory) EditClient(ctx context.Context, accountID, id string, _ upslope.ClientEdit) (upslope.ClientProfile, int64, error) {
	client, err := m.Client(ctx, accountID, id)
	return client, 24, err
}

func (m *memory) DeleteClient(ctx context.Context, accountID, id string) (int64, error) {
	_, err := m.Client(ctx, accountID, id)
	return 25, err
}
