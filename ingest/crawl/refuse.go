package crawl

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"upslope"
)

// sniffBytes is the size of the prefix used to detect the file type.
const sniffBytes = 8 << 10

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zipMagic  = []byte("PK\x03\x04")
)

const exportInstead = "In Screaming Frog open the Internal tab, choose Export and pick CSV."

// exportInternal ends the refusal of a CSV file that is no crawl.
const exportInternal = "Export the Internal tab from Screaming Frog as CSV."

// leftOut is a file of an archive that is not read.
type leftOut struct {
	name string
	err  error
}

// why is the reason without advice: the archive may have the file that it asks for.
func (l leftOut) why() string {
	why := l.err.Error()
	for _, advice := range []string{exportInstead, exportInternal} {
		why = strings.TrimSuffix(why, " "+advice)
	}
	return why
}

func (l leftOut) rank() int {
	if upslope.CodeOf(l.err) == upslope.Unsupported {
		return 1
	}
	return 0
}

// leave notes a file of an archive that is not read.
func (in *input) leave(name string, err error) {
	left := leftOut{name, err}
	in.leftOut = append(in.leftOut, left)
	in.notes = append(in.notes, name+" was left out: "+left.why())
}

// maxNamed is how many files the refusal of an archive names.
const maxNamed = 3

// useless refuses an archive whose files are all left out, and names tables before what is no CSV. Headers
// that the user can explain are kept.
func (in *input) useless() error {
	slices.SortStableFunc(in.leftOut, func(one, two leftOut) int { return cmp.Compare(one.rank(), two.rank()) })
	text := "No file of the archive is a crawl export."
	for _, left := range in.leftOut[:min(len(in.leftOut), maxNamed)] {
		text += " " + left.name + ": " + left.why()
	}
	switch more := len(in.leftOut) - maxNamed; {
	case more == 1:
		text += " One more file was not used."
	case more > 1:
		text += " " + thousands(int64(more)) + " more files were not used."
	}
	text += " " + exportInternal
	for _, left := range in.leftOut {
		if header, unknown := errors.AsType[*HeaderError](left.err); unknown {
			return &HeaderError{Tab: header.Tab, Err: upslope.Errorf(upslope.CodeOf(left.err), "%s", text)}
		}
	}
	return upslope.Errorf(upslope.CodeOf(in.leftOut[0].err), "%s", text)
}

// refuse returns an Unsupported error that says what to export instead, unless head looks like delimited
// text.
func refuse(head []byte) error {
	for _, known := range []struct{ magic, what string }{
		{"\xd0\xcf\x11\xe0", "an Excel workbook (.xls)"},
		{"%PDF", "a PDF"},
		{"\x89PNG", "an image"},
		{"\xff\xd8\xff", "an image"},
		{"GIF8", "an image"},
		{"RIFF", "an image or a video"},
		{"SQLite format 3\x00", "a crawl database"},
		{"PAR1", "a Parquet file"},
		{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
		{"Rar!", "a RAR archive"},
		{"\x28\xb5\x2f\xfd", "a zstd archive"},
		{"\xfd7zXZ", "an xz archive"},
		{"BZh", "a bzip2 archive"},
		{"\x7fELF", "a program"},
		{"MZ\x90", "a program"},
		{"\xac\xed\x00\x05", "a saved Screaming Frog crawl"},
		{"{\\rtf", "a text document"},
		{string(gzipMagic), "an archive inside an archive"},
		{string(zipMagic), "an archive inside an archive"},
		{"PK\x05\x06", "an empty archive"},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			return unsupported(known.what)
		}
	}
	if len(head) > 262 && string(head[257:262]) == "ustar" {
		return unsupported("a tar archive")
	}
	text := strings.ToLower(strings.TrimSpace(string(bytes.TrimPrefix(head[:min(len(head), 512)], []byte("\xef\xbb\xbf")))))
	switch {
	case strings.HasPrefix(text, "<!doctype html"), strings.HasPrefix(text, "<html"), strings.HasPrefix(text, "<head"), strings.HasPrefix(text, "<body"), strings.HasPrefix(text, "<table"):
		return unsupported("a web page")
	case strings.HasPrefix(text, "<?xml"), strings.HasPrefix(text, "<urlset"):
		return unsupported("an XML file")
	case json(text):
		return unsupported("a JSON file")
	case binary(head):
		return upslope.Errorf(upslope.Unsupported, "This is not a text file. %s", exportInstead)
	}
	return nil
}

func unsupported(what string) error {
	return upslope.Errorf(upslope.Unsupported, "This is %s, not a CSV file. %s", what, exportInstead)
}

// refuseOffice recognizes office documents, which are zip archives, by the name of their first entry.
func refuseOffice(head []byte) error {
	switch {
	case bytes.Contains(head, []byte("[Content_Types].xml")), bytes.Contains(head, []byte("xl/")), bytes.Contains(head, []byte("_rels/.rels")):
		return upslope.Errorf(upslope.Unsupported, "This is an Excel workbook. %s", exportInstead)
	case bytes.Contains(head, []byte("mimetypeapplication/vnd.oasis")):
		return upslope.Errorf(upslope.Unsupported, "This is an OpenDocument file. %s", exportInstead)
	case bytes.Contains(head, []byte("Index/Document.iwa")), bytes.Contains(head, []byte("Index/Tables")):
		return upslope.Errorf(upslope.Unsupported, "This is a Numbers document. %s", exportInstead)
	}
	return nil
}

// json reports whether text starts like JSON. A CSV may start with a bracket, but not with these.
func json(text string) bool {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	return rest != "" && strings.ContainsRune(`"{[}]`, rune(rest[0]))
}

// binary reports whether more than one byte in twenty is a control character. Zero bytes do not count:
// UTF-16 has many, and the decoder checks them.
func binary(head []byte) bool {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return false
	}
	if _, _, utf16 := guessUTF16(head[:min(len(head), 4096)]); utf16 {
		return false
	}
	controls := 0
	for _, c := range head {
		if c < utf8.RuneSelf && (c < 0x09 || c > 0x0d && c < 0x20 && c != 0x1a) {
			controls++
		}
	}
	return controls*20 > len(head)
}
