package edge

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Members stores the people of accounts. Writes return the account's new version.
type Members interface {
	Members(ctx context.Context, accountID string) ([]upslope.Member, error) // owners first
	EditMember(ctx context.Context, by upslope.User, userID string, change upslope.MemberChange) (upslope.Member, int64, error)
	MemberWork(ctx context.Context, accountID, userID string) (upslope.MemberWork, error)
	// RemoveMember gives the member's open work to the one whom workTo names; "" leaves it theirs.
	RemoveMember(ctx context.Context, by upslope.User, userID, workTo string, now time.Time) (int64, error)
	Invitations(ctx context.Context, accountID string) ([]upslope.Invitation, error) // newest first
	// Invite adds an invitation by the SHA-256 of its secret.
	Invite(ctx context.Context, by upslope.User, invitation upslope.Invitation, hash []byte, now time.Time) (upslope.Invitation, int64, error)
	InviteAgain(ctx context.Context, accountID, id string, hash []byte, now time.Time) (upslope.Invitation, int64, error)
	RevokeInvitation(ctx context.Context, accountID, id string) (int64, error)
	// InvitationOffer is NotFound when AcceptInvitation would be.
	InvitationOffer(ctx context.Context, hash []byte, now time.Time) (upslope.InvitationOffer, error)
	// AcceptInvitation returns the version of the account that invited.
	AcceptInvitation(ctx context.Context, by upslope.User, hash []byte, now time.Time) (upslope.Membership, int64, error)
}

// Mailer sends invitations.
type Mailer interface {
	SendInvitation(ctx context.Context, invitation upslope.Invitation, accountName, address string) error
}

// maxMailWait bounds the time an invitation waits for the mail server: its link can be copied too.
const maxMailWait = 10 * time.Second

// ListMembers returns the people of the account.
func (h *handlers) ListMembers(ctx context.Context, _ api.ListMembersRequestObject) (api.ListMembersResponseObject, error) {
	members, err := h.deps.Members.Members(ctx, request.AccountID(ctx))
	return api.ListMembers200JSONResponse{Body: list(members), Headers: api.ListMembers200ResponseHeaders{XTotalCount: count(members)}}, err
}

// EditMember changes what a member may do.
func (h *handlers) EditMember(ctx context.Context, in api.EditMemberRequestObject) (api.EditMemberResponseObject, error) {
	change := upslope.MemberChange{Role: upslope.Role(in.Body.Role), SiteIDs: value(in.Body.SiteIds), ClientIDs: value(in.Body.ClientIds)}
	if err := change.Clean(); err != nil {
		return nil, err
	}
	member, now, err := h.deps.Members.EditMember(ctx, request.Of(ctx).User, in.Id, change)
	return api.EditMember200JSONResponse{Body: member, Headers: api.EditMember200ResponseHeaders{XVersion: version(now)}}, err
}

// GetMemberWork returns how much open work a member has.
func (h *handlers) GetMemberWork(ctx context.Context, in api.GetMemberWorkRequestObject) (api.GetMemberWorkResponseObject, error) {
	work, err := h.deps.Members.MemberWork(ctx, request.AccountID(ctx), in.Id)
	return api.GetMemberWork200JSONResponse(work), err
}

// RemoveMember removes a member, or lets the caller leave, and hands over their open work if asked to.
func (h *handlers) RemoveMember(ctx context.Context, in api.RemoveMemberRequestObject) (api.RemoveMemberResponseObject, error) {
	now, err := h.deps.Members.RemoveMember(ctx, request.Of(ctx).User, in.Id, strings.TrimSpace(value(in.Params.WorkTo)), h.deps.Now())
	return api.RemoveMember204Response{Headers: api.RemoveMember204ResponseHeaders{XVersion: version(now)}}, err
}

// ListInvitations returns who is invited.
func (h *handlers) ListInvitations(ctx context.Context, _ api.ListInvitationsRequestObject) (api.ListInvitationsResponseObject, error) {
	invitations, err := h.deps.Members.Invitations(ctx, request.AccountID(ctx))
	return api.ListInvitations200JSONResponse{Body: list(invitations), Headers: api.ListInvitations200ResponseHeaders{XTotalCount: count(invitations)}}, err
}

// CreateInvitation invites somebody by email. Only this response contains the link.
func (h *handlers) CreateInvitation(ctx context.Context, in api.CreateInvitationRequestObject) (api.CreateInvitationResponseObject, error) {
	r, now := request.Of(ctx), h.deps.Now()
	if err := r.Account().Has(upslope.TeamFeature, now); err != nil {
		return nil, err
	}
	email, err := upslope.CleanEmail(in.Body.Email)
	if err != nil {
		return nil, err
	}
	terms := upslope.MemberChange{Role: upslope.Role(in.Body.Role), SiteIDs: value(in.Body.SiteIds), ClientIDs: value(in.Body.ClientIds)}
	if err := terms.Clean(); err != nil {
		return nil, err
	}
	secret, hash := newSecret()
	invitation, after, err := h.deps.Members.Invite(ctx, r.User, upslope.Invitation{
		Email: email, Role: terms.Role, SiteIDs: terms.SiteIDs, ClientIDs: terms.ClientIDs,
	}, hash, now)
	if err != nil {
		return nil, err
	}
	return api.CreateInvitation201JSONResponse{
		Body: h.invited(ctx, invitation, secret), Headers: api.CreateInvitation201ResponseHeaders{XVersion: version(after)},
	}, nil
}

// ResendInvitation sends an invitation again, with a new link.
func (h *handlers) ResendInvitation(ctx context.Context, in api.ResendInvitationRequestObject) (api.ResendInvitationResponseObject, error) {
	if err := request.Of(ctx).Account().Has(upslope.TeamFeature, h.deps.Now()); err != nil {
		return nil, err
	}
	secret, hash := newSecret()
	invitation, after, err := h.deps.Members.InviteAgain(ctx, request.AccountID(ctx), in.Id, hash, h.deps.Now())
	if err != nil {
		return nil, err
	}
	return api.ResendInvitation200JSONResponse{
		Body: h.invited(ctx, invitation, secret), Headers: api.ResendInvitation200ResponseHeaders{XVersion: version(after)},
	}, nil
}

// RevokeInvitation voids an invitation.
func (h *handlers) RevokeInvitation(ctx context.Context, in api.RevokeInvitationRequestObject) (api.RevokeInvitationResponseObject, error) {
	after, err := h.deps.Members.RevokeInvitation(ctx, request.AccountID(ctx), in.Id)
	return api.RevokeInvitation204Response{Headers: api.RevokeInvitation204ResponseHeaders{XVersion: version(after)}}, err
}

// GetInvitation tells who has an invitation's link what it offers.
func (h *handlers) GetInvitation(ctx context.Context, in api.GetInvitationRequestObject) (api.GetInvitationResponseObject, error) {
	hash := sha256.Sum256([]byte(in.Token))
	offer, err := h.deps.Members.InvitationOffer(ctx, hash[:], h.deps.Now())
	return api.GetInvitation200JSONResponse(offer), err
}

// AcceptInvitation makes the caller a member of the account that invited them.
func (h *handlers) AcceptInvitation(ctx context.Context, in api.AcceptInvitationRequestObject) (api.AcceptInvitationResponseObject, error) {
	hash := sha256.Sum256([]byte(in.Token))
	membership, now, err := h.deps.Members.AcceptInvitation(ctx, request.Of(ctx).User, hash[:], h.deps.Now())
	request.Of(ctx).Named = request.Named{AccountID: membership.AccountID, Detail: string(membership.Role)}
	return api.AcceptInvitation200JSONResponse{Body: membership, Headers: api.AcceptInvitation200ResponseHeaders{XVersion: version(now)}}, err
}

// newSecret makes the secret of an invitation's link, and its hash.
func newSecret() (secret string, hash []byte) {
	secret = rand.Text() + rand.Text()
	sum := sha256.Sum256([]byte(secret))
	return secret, sum[:]
}

// invited mails an invitation if mail is set up, and returns it with its link.
func (h *handlers) invited(ctx context.Context, invitation upslope.Invitation, secret string) api.SentInvitation {
	address := fmt.Sprintf("%s/invite/%s", h.config.PublicURL, secret)
	answer := api.SentInvitation{Invitation: invitation, AcceptUrl: address}
	if h.deps.Mailer == nil {
		return answer
	}
	ctx, cancel := context.WithTimeout(ctx, maxMailWait)
	defer cancel()
	user := request.Of(ctx).User
	name := user.Email
	for _, membership := range user.Memberships {
		if membership.AccountID == user.AccountID {
			name = membership.Name
		}
	}
	if err := h.deps.Mailer.SendInvitation(ctx, invitation, name, address); err != nil {
		h.deps.Log.WarnContext(ctx, "an invitation could not be mailed; its link can be copied", "invitation", invitation.ID, "error", err)
		return answer
	}
	answer.Mailed = true
	return answer
}
