package workbook

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// maxToken bounds a text or tag of a part, which the decoder holds in memory.
const maxToken = 4 << 20

var errLongToken = errors.New("a string in the workbook is too long")

type elementKind int

const (
	start elementKind = iota
	end
	textKind
	other
)

// element is the start or end of an element, or text. It is valid until the next one.
type element struct {
	kind       elementKind
	name       string // without its prefix
	attributes []xml.Attr
	text       []byte
}

// get returns an attribute, "" without it.
func (e element) get(name string) string {
	for _, attribute := range e.attributes {
		if attribute.Name.Local == name {
			return attribute.Value
		}
	}
	return ""
}

// tokens splits a part into elements.
type tokens struct {
	part    io.ReadCloser
	left    int // bytes that the current token may still have
	decoder *xml.Decoder
	depth   int
}

func (b *Book) open(part string) (*tokens, error) {
	content, err := b.options.Part(b.parts[part])
	if err != nil {
		return nil, err
	}
	t := &tokens{part: content}
	t.decoder = xml.NewDecoder(bufio.NewReaderSize(t, 64<<10))
	return t, nil
}

func (t *tokens) close() error { return t.part.Close() }

// Read implements io.Reader for the decoder.
func (t *tokens) Read(p []byte) (int, error) {
	if t.left <= 0 {
		return 0, errLongToken
	}
	n, err := t.part.Read(p[:min(len(p), t.left)])
	t.left -= n
	return n, err
}

// next returns io.EOF after the last element of a well-formed part.
func (t *tokens) next() (element, error) {
	t.left = maxToken
	token, err := t.decoder.RawToken()
	if err != nil {
		if errors.Is(err, io.EOF) && t.depth == 0 {
			return element{}, io.EOF
		}
		return element{}, unreadable(err)
	}
	switch token := token.(type) {
	case xml.StartElement:
		t.depth++
		return element{kind: start, name: token.Name.Local, attributes: token.Attr}, nil
	case xml.EndElement:
		if t.depth--; t.depth < 0 {
			return element{}, ErrDamaged
		}
		return element{kind: end, name: token.Name.Local}, nil
	case xml.CharData:
		return element{kind: textKind, text: token}, nil
	}
	return element{kind: other}, nil
}

// unreadable tells damage from a failing source and from limits, whose errors say what they are.
func unreadable(err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errLongToken) {
		return ErrDamaged
	}
	if strings.HasPrefix(err.Error(), "xml: ") {
		return ErrDamaged // an encoding other than UTF-8
	}
	return err
}
