package pages

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// file is a static file in memory.
type file struct {
	contentType string
	tag         string            // a hash of its content
	encoded     map[string][]byte // by encoding; "" is uncompressed
}

// encodings are the build's compressed variants, best first.
var encodings = []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

func loadFile(build fs.FS, name string) (*file, error) {
	plain, err := fs.ReadFile(build, name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	f := &file{contentType: contentType(path.Ext(name)), tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": plain}}
	for _, encoding := range encodings {
		content, err := fs.ReadFile(build, name+encoding.extension)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		f.encoded[encoding.name] = content
	}
	return f, nil
}

// newFile makes a generated file, compressed once.
func newFile(extension string, plain []byte) (*file, error) {
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	if _, err := writer.Write(plain); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	return &file{contentType: contentType(extension), tag: hex.EncodeToString(sum[:12]), encoded: map[string][]byte{"": plain, "gzip": compressed.Bytes()}}, nil
}

// contentType replaces mime.TypeByExtension, whose table differs between machines.
func contentType(extension string) string {
	switch extension {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json", ".map":
		return "application/json"
	case ".webmanifest":
		return "application/manifest+json"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".webp":
		return "image/webp"
	case ".ico":
		return "image/x-icon"
	case ".woff2":
		return "font/woff2"
	case ".yaml":
		return "application/yaml"
	case ".txt":
		return "text/plain; charset=utf-8"
	default:
		return "application/octet-stream"
	}
}

// send sends the file in the best encoding the browser accepts, or 304.
func (f *file) send(c fiber.Ctx, status int) error {
	encoding := f.encodingFor(c.Get(fiber.HeaderAcceptEncoding))
	tag := f.tag
	if encoding != "" {
		tag += "-" + encoding
		c.Set(fiber.HeaderContentEncoding, encoding)
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	c.Set(fiber.HeaderETag, `"`+tag+`"`)
	if status == http.StatusOK && strings.Contains(c.Get(fiber.HeaderIfNoneMatch), `"`+tag+`"`) {
		c.Status(http.StatusNotModified)
		return nil
	}
	c.Set(fiber.HeaderContentType, f.contentType)
	c.Status(status).Response().SetBodyRaw(f.encoded[encoding])
	return nil
}

// encodingFor picks the best encoding that an Accept-Encoding header allows.
func (f *file) encodingFor(accepted string) string {
	for _, encoding := range encodings {
		if f.encoded[encoding.name] != nil && accepts(accepted, encoding.name) {
			return encoding.name
		}
	}
	return ""
}

func accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		weight, found := strings.CutPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
		if !found {
			return true
		}
		q, err := strconv.ParseFloat(weight, 64)
		return err == nil && q > 0
	}
	return false
}
