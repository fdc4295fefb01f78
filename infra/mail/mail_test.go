package mail_test

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"upslope"
	"upslope/infra/mail"
	"upslope/infra/mail/mailtest"
)

func sender(t *testing.T, address string) *mail.Sender {
	t.Helper()
	sender, err := mail.New(address, "reports@upslope.example")
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

func message() mail.Message {
	return mail.Message{
		ID: "one", FromName: "Acme", ReplyTo: "ana@acme.example", To: "client@example.com", Subject: "Ihr Überblick 報告",
		Text: "Plain words", HTML: "<p>Words</p>", Images: map[string][]byte{"logo": []byte("picture")},
		File: []byte("%PDF-1.7"), FileName: "Überblick_2026-11-21.pdf",
		UnsubscribeURL: "https://app.example.com/unsubscribe/abc", UnsubscribeLabel: "Reports of Acme",
	}
}

func TestMailHasItsPartsAndUnsubscribeLink(t *testing.T) {
	server := mailtest.Start(t)
	if err := sender(t, server.URL).Send(t.Context(), message()); err != nil {
		t.Fatal(err)
	}
	got := server.Mails()[0]
	for header, want := range map[string]string{
		"From": `"Acme" <reports@upslope.example>`, "To": "<client@example.com>", "Reply-To": "<ana@acme.example>", "Message-Id": "<one@upslope.example>",
		"List-Unsubscribe": "<https://app.example.com/unsubscribe/abc>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Auto-Submitted": "auto-generated",
	} {
		if is := got.Header.Get(header); is != want {
			t.Errorf("%s is %q, want %q", header, is, want)
		}
	}
	if got.Subject() != "Ihr Überblick 報告" {
		t.Error(got.Subject())
	}
	for kind, want := range map[string]string{"text/plain": "Plain words", "text/html": "<p>Words</p>", "image/png": "picture", "application/pdf": "%PDF-1.7"} {
		if is := string(got.Parts[kind]); is != want {
			t.Errorf("%s is %q, want %q", kind, is, want)
		}
	}
}

func TestUserTextCannotInjectHeaders(t *testing.T) {
	server := mailtest.Start(t)
	hostile := message()
	evil := "A\r\nBcc: victim@example.com\r\n\r\n<b>x</b>"
	hostile.Subject, hostile.FromName, hostile.FileName, hostile.UnsubscribeLabel = evil, evil, evil, evil
	if err := sender(t, server.URL).Send(t.Context(), hostile); err != nil {
		t.Fatal(err)
	}
	if got := server.Mails()[0]; got.Header.Get("Bcc") != "" || got.To != "client@example.com" || string(got.Parts["text/plain"]) != "Plain words" {
		t.Errorf("%+v", got)
	}
	for _, address := range []string{"a@example.com\r\nBcc: victim@example.com", "a@example.com, b@example.com", "<>", ""} {
		hostile := message()
		hostile.To = address
		if err := sender(t, server.URL).Send(t.Context(), hostile); upslope.CodeOf(err) != upslope.Invalid {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestRefusalIsPermanentOrTemporary(t *testing.T) {
	server := mailtest.Start(t)
	for code, want := range map[int]upslope.Code{550: upslope.Invalid, 451: upslope.Unavailable} {
		server.Refuse(func(string) error { return mailtest.Refusal(code, "not here") })
		err := sender(t, server.URL).Send(t.Context(), message())
		if upslope.CodeOf(err) != want || !strings.Contains(err.Error(), "not here") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d: %v", code, err)
		}
	}
	if len(server.Mails()) != 0 {
		t.Error("it took one")
	}
}

func TestUnreachableServerIsATemporaryError(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "smtp://" + listener.Addr().String()
	_ = listener.Close()
	if err := sender(t, address).Send(t.Context(), message()); upslope.CodeOf(err) != upslope.Unavailable {
		t.Error(err)
	}
}

func TestASilentServerIsLeftWhenTheContextEnds(t *testing.T) {
	silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	started := time.Now()
	err = sender(t, "smtp://"+silent.Addr().String()).Send(ctx, message())
	if took := time.Since(started); upslope.CodeOf(err) != upslope.Unavailable || took > 5*time.Second {
		t.Errorf("%v after %s", err, took)
	}
}

func TestPasswordIsNotSentUnencrypted(t *testing.T) {
	server := mailtest.Start(t)
	address := strings.Replace(server.URL, "smtp://", "smtp://ana:secret@", 1)
	if err := sender(t, address).Send(t.Context(), message()); err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestInvalidMailServerURLIsRefused(t *testing.T) {
	for _, address := range []string{"https://example.com", "smtp.example.com:587", "smtp://", "smtp://h?from=no"} {
		if _, err := mail.New(address, "reports@upslope.example"); err == nil || !strings.Contains(err.Error(), "SMTP_URL") {
			t.Errorf("%q: %v", address, err)
		}
	}
}
