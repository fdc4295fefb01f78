// Package mail sends e-mails through an SMTP server.
//
// It owns the protocol: addresses, headers, encryption, and which rejections are permanent. It does not know
// the content of e-mails, nor whether they were sent before.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"upslope"
)

// patience is the time limit for sending one e-mail.
const patience = 2 * time.Minute

// Message is one e-mail to one recipient.
type Message struct {
	ID               string // globally unique and the same in every attempt; without the domain
	FromName         string // display name of the sender; "" for none
	ReplyTo          string // an address; "" for the sender's
	To               string
	Subject          string
	Text, HTML       string
	Images           map[string][]byte // PNG by name, shown in HTML as cid:<name>
	File             []byte            // attachment, a PDF; nil for none
	FileName         string            // name of File
	UnsubscribeURL   string            // one-click unsubscribe by POST (RFC 8058)
	UnsubscribeLabel string            // name of the list, in List-ID
}

// Sender sends e-mails through one mail server. It is safe for concurrent use.
type Sender struct {
	server *url.URL
	from   string
	helo   string
}

// New creates a Sender for a URL, e.g. smtps://user:password@smtp.example.com:465, or smtp:// with another
// port. Its parameter from is the sender's address; without it that is the user, if it is an address, else
// fallback.
func New(address, fallback string) (*Sender, error) {
	server, err := url.Parse(address)
	if err != nil || server.Hostname() == "" || server.Scheme != "smtp" && server.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL must be an address such as smtps://user:password@smtp.example.com:465 or smtp://user:password@smtp.example.com:587")
	}
	from := server.Query().Get("from")
	if user := server.User.Username(); from == "" && strings.Contains(user, "@") {
		from = user
	}
	if from == "" {
		from = fallback
	}
	parsed, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("the sender of e-mails is %q; end SMTP_URL with ?from=reports@example.com", from)
	}
	_, helo, _ := strings.Cut(parsed.Address, "@")
	return &Sender{server: server, from: parsed.Address, helo: helo}, nil
}

// client prepares a connection that ends with the context, which the library heeds while dialing only.
// Passwords are sent over encrypted connections only.
func (s *Sender) client(ctx context.Context) (*gomail.Client, error) {
	host, timeout := s.server.Hostname(), patience
	if end, isBounded := ctx.Deadline(); isBounded {
		timeout = max(time.Millisecond, min(timeout, time.Until(end)))
	}
	options := []gomail.Option{gomail.WithTimeout(timeout), gomail.WithHELO(s.helo)}
	user := s.server.User.Username()
	if password, _ := s.server.User.Password(); user != "" {
		options = append(options, gomail.WithUsername(user), gomail.WithPassword(password), gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
	}
	port := s.server.Port()
	switch {
	case s.server.Scheme == "smtps":
		options = append(options, gomail.WithSSL())
		port = or(port, "465")
	case user == "" || loopback(host):
		options = append(options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
		port = or(port, "25")
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
		port = or(port, "587")
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("read the port of SMTP_URL: %w", err)
	}
	client, err := gomail.NewClient(host, append(options, gomail.WithPort(number))...)
	if err != nil {
		return nil, fmt.Errorf("prepare the connection to the mail server: %w", err)
	}
	return client, nil
}

func or(given, fallback string) string {
	if given == "" {
		return fallback
	}
	return given
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send sends an e-mail. An Invalid Error means that the server will never accept it; any other error may be
// temporary. If the connection breaks after the message, delivery is unknown: the next attempt has the same
// ID, by which duplicates are dropped.
func (s *Sender) Send(ctx context.Context, message Message) error {
	letter, err := s.letter(message)
	if err != nil {
		return err
	}
	client, err := s.client(ctx)
	if err != nil {
		return err
	}
	connection, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return upslope.Errorf(upslope.Unavailable, "The mail server %s cannot be used: %s.", s.server.Host, oneLine(err))
	}
	defer func() { _ = client.CloseWithSMTPClient(connection) }() // errors after delivery do not matter
	err = client.SendWithSMTPClient(connection, letter)
	if err == nil || letter.IsDelivered() {
		return nil
	}
	refusal, is := errors.AsType[*gomail.SendError](err)
	if is && !refusal.IsTemp() && refusal.ErrorCode() >= 500 {
		return upslope.Errorf(upslope.Invalid, "The mail server refused %s: %s.", message.To, oneLine(err))
	}
	return upslope.Errorf(upslope.Unavailable, "The mail server rejected the email to %s: %s.", message.To, oneLine(err))
}

// letter encodes the message; texts written by users cannot inject headers.
func (s *Sender) letter(message Message) (*gomail.Msg, error) {
	letter := gomail.NewMsg()
	letter.FromMailAddress(&mail.Address{Name: headerText(message.FromName), Address: s.from})
	if err := letter.To(message.To); err != nil {
		return nil, upslope.Errorf(upslope.Invalid, "%q is not an email address.", message.To)
	}
	if message.ReplyTo != "" {
		if err := letter.ReplyTo(message.ReplyTo); err != nil {
			return nil, upslope.Errorf(upslope.Invalid, "%q is not an email address.", message.ReplyTo)
		}
	}
	letter.Subject(headerText(message.Subject))
	letter.SetMessageIDWithValue(message.ID + "@" + s.helo)
	letter.SetDate()
	letter.SetGenHeader("Auto-Submitted", "auto-generated")
	if message.UnsubscribeURL != "" {
		letter.SetListUnsubscribe("<" + message.UnsubscribeURL + ">")
		letter.SetListUnsubscribePost()
		letter.SetGenHeader("List-ID", headerText(message.UnsubscribeLabel)+" <reports."+s.helo+">")
	}
	letter.SetBodyString(gomail.TypeTextPlain, message.Text)
	letter.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	for name, picture := range message.Images {
		err := letter.EmbedReader(name+".png", bytes.NewReader(picture), gomail.WithFileContentID(name), gomail.WithFileContentType("image/png"))
		if err != nil {
			return nil, fmt.Errorf("embed a picture: %w", err)
		}
	}
	if message.File != nil {
		err := letter.AttachReader(headerText(message.FileName), bytes.NewReader(message.File), gomail.WithFileContentType("application/pdf"))
		if err != nil {
			return nil, fmt.Errorf("attach the file: %w", err)
		}
	}
	return letter, nil
}

// headerText reduces a text to one line.
func headerText(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}

// oneLine returns an error as part of a sentence.
func oneLine(err error) string {
	text := headerText(err.Error())
	if before, _, found := strings.Cut(text, ", affected recipient"); found {
		text = before
	}
	if before, _, found := strings.Cut(text, ", affected message"); found {
		text = before
	}
	if runes := []rune(text); len(runes) > 200 {
		text = string(runes[:200]) + "…"
	}
	return strings.TrimRight(text, ".")
}
