// Package mailtest is a mail server for tests that records the e-mails it receives.
package mailtest

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// Mail is an e-mail that the server accepted.
type Mail struct {
	From, To string
	Header   mail.Header
	Parts    map[string][]byte // by media type, decoded
}

// Subject returns the decoded subject.
func (m Mail) Subject() string {
	text, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		return err.Error()
	}
	return text
}

// Server accepts e-mails until the test ends.
type Server struct {
	URL string

	mu     sync.Mutex
	mails  []Mail
	refuse func(to string) error // nil accepts everything
}

// Start starts a server.
func Start(t *testing.T) *Server {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	kept := &Server{URL: "smtp://" + listener.Addr().String()}
	server := smtp.NewServer(kept)
	server.Domain, server.AllowInsecureAuth = "mail.example.com", true
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return kept
}

// Mails returns the accepted e-mails, in order.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// Refuse sets the function that decides about each recipient; nil accepts all.
func (s *Server) Refuse(refuse func(to string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = refuse
}

// Refusal returns an SMTP error, e.g. 451 or 550.
func Refusal(code int, message string) error {
	return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: message}
}

// NewSession implements smtp.Backend.
func (s *Server) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{server: s}, nil }

type session struct {
	server   *Server
	from, to string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error { s.from = from; return nil }
func (s *session) Reset()                                      {}
func (s *session) Logout() error                               { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	s.server.mu.Lock()
	refuse := s.server.refuse
	s.server.mu.Unlock()
	if refuse == nil {
		return nil
	}
	return refuse(to)
}

func (s *session) Data(body io.Reader) error {
	read, err := mail.ReadMessage(body)
	if err != nil {
		return err
	}
	taken := Mail{From: s.from, To: s.to, Header: read.Header, Parts: map[string][]byte{}}
	if err := parts(taken.Parts, read.Header.Get("Content-Type"), read.Header.Get("Content-Transfer-Encoding"), read.Body); err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, taken)
	return nil
}

// parts reads a part and its nested parts.
func parts(into map[string][]byte, mediaType, encoding string, body io.Reader) error {
	kind, parameters, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		decoded, err := io.ReadAll(decode(encoding, body))
		into[kind] = bytes.ReplaceAll(decoded, []byte("\r\n"), []byte("\n"))
		return err
	}
	for inside := multipart.NewReader(body, parameters["boundary"]); ; {
		part, err := inside.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := parts(into, part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part); err != nil {
			return err
		}
	}
}

func decode(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	}
	return body
}
