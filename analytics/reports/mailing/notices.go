package mailing

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	texts "text/template"
	"time"

	"upslope"
)

// NoticeRecords stores what members are to be mailed about.
type NoticeRecords interface {
	// TakeNotices takes what is due for some minutes, so that no two processes send it.
	TakeNotices(ctx context.Context, now time.Time, limit int) ([]upslope.MemberNotice, error)
	AddNoticeToken(ctx context.Context, notice upslope.MemberNotice, hash []byte, now time.Time) error
	EndNotice(ctx context.Context, notice upslope.MemberNotice) error
}

// Notifier mails members about what concerns them: mentions and assignments.
type Notifier struct {
	Records   NoticeRecords
	Mailer    Mailer
	PublicURL string
	Now       func() time.Time
	Log       *slog.Logger
}

// noticesAtOnce is how many mails are taken at a time.
const noticesAtOnce = 200

//go:embed notice.html
var noticeHTML string

//go:embed notice.txt
var noticeText string

var (
	noticeAsHTML = template.Must(template.New("notice").Parse(noticeHTML))
	noticeAsText = texts.Must(texts.New("notice").Parse(noticeText))
)

// Send mails what is due, one mail a member. What the mail server refuses for now is due again in five
// minutes, for a day.
func (n *Notifier) Send(ctx context.Context) error {
	notices, err := n.Records.TakeNotices(ctx, n.Now(), noticesAtOnce)
	if err != nil {
		return fmt.Errorf("take the notices: %w", err)
	}
	var failed error
	for _, notice := range notices {
		err := n.send(ctx, notice)
		if upslope.CodeOf(err) == upslope.Invalid {
			n.Log.WarnContext(ctx, "a notice is refused for good", "account", notice.AccountID, "error", err)
			err = nil
		}
		if err == nil {
			err = n.Records.EndNotice(ctx, notice)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

func (n *Notifier) send(ctx context.Context, notice upslope.MemberNotice) error {
	token := rand.Text() + rand.Text()
	hash := sha256.Sum256([]byte(token))
	if err := n.Records.AddNoticeToken(ctx, notice, hash[:], n.Now()); err != nil {
		return fmt.Errorf("store the token of a notice: %w", err)
	}
	data := struct {
		upslope.MemberNotice
		PublicURL, Unsubscribe string
	}{notice, n.PublicURL, n.PublicURL + "/unsubscribe/" + token}
	var html, text bytes.Buffer
	if err := errors.Join(noticeAsHTML.Execute(&html, data), noticeAsText.Execute(&text, data)); err != nil {
		return fmt.Errorf("write a notice: %w", err)
	}
	first := notice.Items[0]
	subject := notice.Says(first)
	if others := len(notice.Items) - 1; others > 0 {
		subject = fmt.Sprintf("%s, and %d more", subject, others)
	}
	return n.Mailer.Send(ctx, Mail{
		ID: first.ID, FromName: cmp.Or(notice.Agency, "Upslope"), To: notice.Email, Subject: subject, Text: text.String(), HTML: html.String(),
		UnsubscribeURL: data.Unsubscribe, List: "Mentions and assignments",
	})
}
