package edge

import (
	"context"

	"upslope"
	"upslope/edge/api"
	"upslope/edge/request"
)

// Comments stores what people say about insights. Writes return the account's new version.
type Comments interface {
	Comments(ctx context.Context, accountID, insightID string) ([]upslope.Comment, error) // oldest first
	// AddComment is Invalid when it mentions somebody who may not see the site.
	AddComment(ctx context.Context, by upslope.User, insightID, text string) (upslope.Comment, int64, error)
	DeleteComment(ctx context.Context, by upslope.User, insightID, id string) (version int64, err error)
}

// ListComments returns the comments on an insight.
func (h *handlers) ListComments(ctx context.Context, in api.ListCommentsRequestObject) (api.ListCommentsResponseObject, error) {
	insight, err := h.insight(ctx, in.Id)
	if err != nil {
		return nil, err
	}
	comments, err := h.deps.Comments.Comments(ctx, request.AccountID(ctx), insight.ID)
	return api.ListComments200JSONResponse{Body: list(comments), Headers: api.ListComments200ResponseHeaders{XTotalCount: count(comments)}}, err
}

// AddComment comments on an insight.
func (h *handlers) AddComment(ctx context.Context, in api.AddCommentRequestObject) (api.AddCommentResponseObject, error) {
	text, err := upslope.CleanComment(in.Body.Text)
	if err != nil {
		return nil, err
	}
	comment, now, err := h.deps.Comments.AddComment(ctx, request.Of(ctx).User, in.Id, text)
	return api.AddComment201JSONResponse{Body: comment, Headers: api.AddComment201ResponseHeaders{XVersion: version(now)}}, err
}

// DeleteComment deletes a comment.
func (h *handlers) DeleteComment(ctx context.Context, in api.DeleteCommentRequestObject) (api.DeleteCommentResponseObject, error) {
	now, err := h.deps.Comments.DeleteComment(ctx, request.Of(ctx).User, in.Id, in.CommentId)
	return api.DeleteComment204Response{Headers: api.DeleteComment204ResponseHeaders{XVersion: version(now)}}, err
}
