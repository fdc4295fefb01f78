package crawl

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"upslope"
	"upslope/ingest/crawl/workbook"
)

// sniffBytes is the size of the prefix used to detect the file type.
const sniffBytes = 8 << 10

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zipMagic  = []byte("PK\x03\x04")

	// encryptedPackage is in UTF-16 the stream of a document with a password, which is no zip archive.
	encryptedPackage = []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e")
)

// What to do instead, which ends a refusal: of a CSV file that is no crawl, exportInternal.
const (
	exportInstead  = "Export all pages as CSV: in Screaming Frog, open the Internal tab, choose Export and pick CSV."
	exportInternal = "Export all pages as CSV, such as the Internal tab of Screaming Frog."
	saveInstead    = "Save it as CSV, or choose CSV when you export it from your crawler."
	saveWorkbook   = "Save it as .xlsx or CSV, and upload that."
	unpackInstead  = "Unpack it and upload the CSV files, or pack them as a .zip."
)

// leftOut is a file of an archive that is not read.
type leftOut struct {
	name string
	err  error
}

// why is the reason without advice: the archive may have the file that it asks for.
func (l leftOut) why() string {
	why := l.err.Error()
	for _, advice := range []string{exportInstead, exportInternal, saveInstead, saveWorkbook, unpackInstead} {
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

// part names what a file consists of.
func (in *input) part() string {
	if in.book {
		return "sheet in the workbook"
	}
	return "file in the archive"
}

// maxNamed is how many files the refusal of an archive names.
const maxNamed = 3

// useless refuses an archive whose files are all left out, and names tables before what is no CSV. Headers
// that the user can explain are kept.
func (in *input) useless() error {
	slices.SortStableFunc(in.leftOut, func(one, two leftOut) int { return cmp.Compare(one.rank(), two.rank()) })
	text := "No " + in.part() + " is a crawl export."
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
func refuse(name string, head []byte) error {
	for _, known := range []struct{ magic, what string }{
		{"%PDF", "a PDF"},
		{"\x89PNG", "an image"},
		{"\xff\xd8\xff", "an image"},
		{"GIF8", "an image"},
		{"RIFF", "an image or a video"},
		{"SQLite format 3\x00", "a crawl database"},
		{"PAR1", "a Parquet file"},
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
	if bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0")) {
		if isWorkbookName(name) || bytes.Contains(head, encryptedPackage) {
			return workbook.ErrPassword
		}
		return upslope.Errorf(upslope.Unsupported, "This is an old Excel workbook (.xls). %s", saveWorkbook)
	}
	if err := refuseArchive(head); err != nil {
		return err
	}
	text := strings.ToLower(strings.TrimSpace(string(bytes.TrimPrefix(head[:min(len(head), 512)], []byte("\xef\xbb\xbf")))))
	switch {
	case strings.HasPrefix(text, "<!doctype html"), strings.HasPrefix(text, "<html"), strings.HasPrefix(text, "<head"), strings.HasPrefix(text, "<body"), strings.HasPrefix(text, "<table"):
		return unsupported("a web page")
	case strings.HasPrefix(text, "<?xml"), strings.HasPrefix(text, "<urlset"):
		return unsupported("an XML file")
	case json(text):
		return unsupported("a JSON file")
	case isBinary(head):
		return upslope.Errorf(upslope.Unsupported, "This is not a text file. %s", exportInstead)
	}
	return nil
}

// refuseArchive recognizes archives that are not read.
func refuseArchive(head []byte) error {
	var what string
	for _, known := range []struct{ magic, what string }{
		{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
		{"Rar!", "a RAR archive"},
		{"\x28\xb5\x2f\xfd", "a zstd archive"},
		{"\xfd7zXZ", "an xz archive"},
		{"BZh", "a bzip2 archive"},
	} {
		if bytes.HasPrefix(head, []byte(known.magic)) {
			what = known.what
		}
	}
	if len(head) > 262 && string(head[257:262]) == "ustar" {
		what = "a tar archive"
	}
	if what == "" {
		return nil
	}
	return upslope.Errorf(upslope.Unsupported, "This is %s, not a CSV file. %s", what, unpackInstead)
}

func unsupported(what string) error {
	return upslope.Errorf(upslope.Unsupported, "This is %s, not a CSV file. %s", what, exportInstead)
}

// headOf reads the first bytes of a file of an archive.
func headOf(open func() (io.ReadCloser, error)) ([]byte, error) {
	text, err := open()
	if err != nil {
		return nil, err
	}
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(text, head)
	if closeErr := text.Close(); err == nil {
		err = closeErr
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}

// refuseEntry refuses a file of an archive that is not CSV, including nested archives.
func refuseEntry(name string, head []byte) error {
	if err := refuseDocument(head); err != nil {
		return err
	}
	if bytes.HasPrefix(head, gzipMagic) || bytes.HasPrefix(head, zipMagic) {
		return upslope.Errorf(upslope.Unsupported, "It is an archive inside an archive. Put the CSV files themselves into the archive.")
	}
	return refuse(name, head)
}

// officeFirst is the first file of an Office document.
var officeFirst = regexp.MustCompile(`^(\[Content_Types\]\.xml$|(xl|_rels|docProps|customXml)(/|$))`)

// isOffice reports whether an archive is an Office document, by its name or that of its first file: a
// document inside an archive does not make the archive one.
func isOffice(name string, head []byte) bool {
	first, _ := firstFile(head)
	return officeFirst.MatchString(first) || bytes.HasPrefix(head, zipMagic) && isWorkbookName(name)
}

func isWorkbookName(name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return extension == ".xlsx" || extension == ".xlsm"
}

// firstFile returns the name of the first file of an archive, and what follows it.
func firstFile(head []byte) (name string, content []byte) {
	const nameAt = 30 // in the header of an entry, with its length 4 bytes before
	if !bytes.HasPrefix(head, zipMagic) || len(head) < nameAt {
		return "", nil
	}
	end := min(nameAt+int(binary.LittleEndian.Uint16(head[nameAt-4:])), len(head))
	return string(head[nameAt:end]), head[end:]
}

// refuseDocument recognizes documents of other programs, which are zip archives.
func refuseDocument(head []byte) error {
	var what string
	switch first, content := firstFile(head); {
	case first == "mimetype" && bytes.HasPrefix(content, []byte("application/vnd.oasis")):
		what = "an OpenDocument file"
	case bytes.Contains(head, []byte("Index/Document.iwa")), bytes.Contains(head, []byte("Index/Tables")):
		what = "a Numbers document"
	default:
		return nil
	}
	return upslope.Errorf(upslope.Unsupported, "This is %s. %s", what, saveInstead)
}

// json reports whether text starts like JSON. A CSV may start with a bracket, but not with these.
func json(text string) bool {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	rest := strings.TrimLeft(text[1:], " \t\r\n")
	return rest != "" && strings.ContainsRune(`"{[}]`, rune(rest[0]))
}

// isBinary reports whether more than one byte in twenty is a control character. Zero bytes do not count:
// UTF-16 has many, and the decoder checks them.
func isBinary(head []byte) bool {
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
