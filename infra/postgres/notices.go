package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"upslope"
)

// TakeNotices takes what members are to be mailed about, for five minutes, one notice a member of an account.
func (db *DB) TakeNotices(ctx context.Context, now time.Time, limit int) ([]upslope.MemberNotice, error) {
	rows, err := many[struct {
		AccountID, UserID, Email, Agency string
		FirstName, LastName              string
		ID, Text, Actor, InsightID       string
	}](ctx, db, "notices_take", pgx.NamedArgs{"now": now, "max_rows": limit})
	var notices []upslope.MemberNotice
	for _, row := range rows {
		if last := len(notices) - 1; last < 0 || notices[last].AccountID != row.AccountID || notices[last].UserID != row.UserID {
			name := upslope.Person{Email: row.Email, FirstName: row.FirstName, LastName: row.LastName}.Name()
			notices = append(notices, upslope.MemberNotice{AccountID: row.AccountID, UserID: row.UserID, Email: row.Email, Name: name, Agency: row.Agency})
		}
		notice := &notices[len(notices)-1]
		notice.Items = append(notice.Items, upslope.NoticeItem{ID: row.ID, Text: row.Text, Actor: row.Actor, InsightID: row.InsightID})
	}
	return notices, err
}

// AddNoticeToken stores the hash of the token with which the receiver of a notice ends such mails.
func (db *DB) AddNoticeToken(ctx context.Context, notice upslope.MemberNotice, hash []byte, now time.Time) error {
	return exec(ctx, db, "notice_token_add", pgx.NamedArgs{
		"token_hash": hash, "account_id": notice.AccountID, "recipient": notice.Email, "user_id": notice.UserID, "now": now,
	})
}

// EndNotice records that a notice was sent.
func (db *DB) EndNotice(ctx context.Context, notice upslope.MemberNotice) error {
	ids := make([]string, len(notice.Items))
	for i, item := range notice.Items {
		ids[i] = item.ID
	}
	return exec(ctx, db, "notices_sent", pgx.NamedArgs{"account_id": notice.AccountID, "ids": ids})
}
