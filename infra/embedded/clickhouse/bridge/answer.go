//go:build linux

package bridge

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"
)

// ClickHouse's codes for errors that the bridge detects or maps.
const (
	notImplemented       = 48
	unknownSetting       = 115
	authenticationFailed = 516
	unknownException     = 1002
)

// exception is an error of the bridge in ClickHouse's format.
type exception struct {
	code    int
	message string
}

func (e exception) Error() string {
	return fmt.Sprintf("Code: %d. DB::Exception: %s", e.code, e.message)
}

// repeatedCode matches the prefix of an error that the engine wraps in another: the last code is the cause.
var repeatedCode = regexp.MustCompile(`^(?:Code: \d+\. DB::Exception: )*(Code: (\d+)\.)`)

// answer writes one response: 200 and blocks, or an exception in the format of ClickHouse's HTTP interface.
type answer struct {
	w       http.ResponseWriter
	version string
	tag     string // frames an exception after the first byte
	started bool
}

func newAnswer(w http.ResponseWriter, version string) *answer {
	const tagLength = 16
	a := &answer{w: w, version: version, tag: rand.Text()[:tagLength]}
	w.Header().Set("X-ClickHouse-Exception-Tag", a.tag)
	return a
}

func (a *answer) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	a.started = true
	_, err := a.w.Write(b)
	return err
}

func (a *answer) fail(err error) {
	message := err.Error()
	code := unknownException
	if found := repeatedCode.FindStringSubmatchIndex(message); found != nil {
		code, _ = strconv.Atoi(message[found[4]:found[5]])
		message = message[found[2]:]
	} else {
		message = exception{code, message}.Error()
	}
	message += " (version " + a.version + " (embedded))"

	// A failed write means that the reader has disconnected.
	if a.started {
		_, _ = fmt.Fprintf(a.w, "\r\n__exception__\r\n%s\r\n%s\n%d %s\r\n__exception__\r\n", a.tag, message, len(message)+1, a.tag)
		return
	}
	a.w.Header().Set("X-ClickHouse-Exception-Code", strconv.Itoa(code))
	a.w.Header().Set("Content-Type", "text/plain; charset=UTF-8")
	a.w.WriteHeader(status(code))
	_, _ = io.WriteString(a.w, message+"\n")
}

// status returns the HTTP status of an error, for people: clients read the error code.
func status(code int) int {
	switch code {
	case authenticationFailed:
		return http.StatusForbidden
	case notImplemented:
		return http.StatusNotImplemented
	default:
		return http.StatusInternalServerError
	}
}

// handshakeQuery is what clickhouse-go sends on a new connection.
const handshakeQuery = "SELECT displayName(), version(), revision(), timezone()"

// handshake is the response to handshakeQuery. The client decodes this block at its own revision, and later
// ones at the revision sent here: 0, the only one that libchdb writes.
func handshake(version string) []byte {
	var b proto.Buffer
	b.PutUVarInt(1) // block info: not an overflow block, no bucket, end
	b.PutBool(false)
	b.PutUVarInt(2)
	b.PutInt32(-1)
	b.PutUVarInt(0)
	b.PutUVarInt(4) // number of columns
	b.PutUVarInt(1) // number of rows
	column := func(name, kind string) {
		b.PutString(name)
		b.PutString(kind)
		b.PutBool(false) // no custom serialization
	}
	column("displayName()", "String")
	b.PutString("embedded")
	column("version()", "String")
	b.PutString(version)
	column("revision()", "UInt32")
	b.PutUInt32(0)
	column("timezone()", "String")
	b.PutString("UTC")
	return b.Buf
}
