package crawl

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"upslope"
	"upslope/ingest/crawl/workbook"
)

const (
	defaultMaxBytes = 10 << 30
	maxEntries      = 200
	maxRatio        = 250      // a higher compression ratio means a zip bomb …
	ratioFrom       = 64 << 20 // … once this much is unpacked
)

// input is the CSV text of a file, unpacked if archived.
type input struct {
	entries []entry
	packed  bool // several files or sheets, of which some may be left out
	book    bool // they are the sheets of one workbook
	notes   []string
	leftOut []leftOut
	closers []func() error
}

// entry is one text file or sheet; open reads it from the start.
type entry struct {
	name  string
	open  func() (io.ReadCloser, error)
	sheet bool
}

func (in *input) close() error {
	var errs []error
	for _, c := range in.closers {
		errs = append(errs, c())
	}
	in.closers = nil
	return errors.Join(errs...)
}

// openInput detects from the first bytes whether the file is text or an archive.
func openInput(r io.Reader, options Options) (*input, error) {
	if options.MaxBytes == 0 {
		options.MaxBytes = defaultMaxBytes
	}
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("read the beginning of %s: %w", options.Name, err)
	}
	head = head[:n]
	whole := io.MultiReader(bytes.NewReader(head), r)
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		return openGzip(whole, options)
	case bytes.HasPrefix(head, zipMagic):
		return openZip(r, whole, head, options)
	}
	if err := refuse(options.Name, head); err != nil {
		return nil, err
	}
	in := &input{notes: []string{}}
	in.entries = []entry{{name: options.Name, open: func() (io.ReadCloser, error) { return io.NopCloser(whole), nil }}}
	return in, nil
}

func openGzip(whole io.Reader, options Options) (*input, error) {
	name := strings.ToLower(options.Name)
	if name != "" && !strings.HasSuffix(name, ".gz") {
		return nil, upslope.Errorf(upslope.Unsupported, "This is a gzip archive under another name. Call it %s.gz, or unpack it and upload the CSV inside.", path.Base(options.Name))
	}
	packed := &counter{src: whole}
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, damaged(err, errDamaged)
	}
	guarded := &guard{name: "archive", damage: errDamaged, src: unpacked, packed: packed.count, limit: options.MaxBytes}
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(guarded, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	head = head[:n]
	if err := refuse(options.Name, head); err != nil {
		return nil, err
	}
	in := &input{notes: []string{}}
	text := io.MultiReader(bytes.NewReader(head), guarded)
	inside := strings.TrimSuffix(options.Name, path.Ext(options.Name))
	in.entries = []entry{{name: inside, open: func() (io.ReadCloser, error) { return io.NopCloser(text), nil }}}
	return in, nil
}

// openZip reads the directory at the end of the archive: a source without random access is copied first.
func openZip(r, whole io.Reader, head []byte, options Options) (*input, error) {
	if err := refuseDocument(head); err != nil {
		return nil, err
	}
	office := isOffice(options.Name, head)
	if name := strings.ToLower(options.Name); !office && name != "" && !strings.HasSuffix(name, ".zip") {
		return nil, upslope.Errorf(upslope.Unsupported, "This is a zip archive under another name. Call it %s.zip, or unpack it and upload the CSV inside.", path.Base(options.Name))
	}
	in := &input{notes: []string{}, packed: true}
	at, ok := r.(io.ReaderAt)
	size := options.Size
	if !ok || size <= 0 {
		file, copied, err := spool(whole, options)
		if err != nil {
			return nil, err
		}
		in.closers = append(in.closers, file.Close)
		at, size = file, copied
	}
	left := options.MaxBytes
	archive, err := zip.NewReader(at, size)
	switch {
	case office && err != nil:
		err = damaged(err, workbook.ErrDamaged)
	case office:
		err = in.addOnlyBook(archive, options, &left)
	case err != nil:
		err = damaged(err, errDamaged)
	default:
		err = in.list(archive, options, &left)
	}
	if err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// unnamed makes a temporary file. It has no name: a process that is killed leaves nothing behind.
func (options Options) unnamed() (*os.File, error) {
	file, err := os.CreateTemp(options.TempDir, "crawl-*")
	if err != nil {
		return nil, fmt.Errorf("keep a copy of %s: %w", options.Name, err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// spool copies an archive to a temporary file.
func spool(whole io.Reader, options Options) (*os.File, int64, error) {
	file, err := options.unnamed()
	if err != nil {
		return nil, 0, err
	}
	copied, err := io.Copy(file, io.LimitReader(whole, options.MaxBytes+1))
	if err == nil && copied > options.MaxBytes {
		err = tooLarge("archive", options.MaxBytes)
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, copied, nil
}

// counter counts the bytes read.
type counter struct {
	src   io.Reader
	bytes int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	c.bytes += int64(n)
	return n, err
}

func (c *counter) count() int64 { return c.bytes }

// guard stops an archive that unpacks to far more than a crawl would.
type guard struct {
	name     string // archive or workbook
	damage   error  // for a corrupted one
	src      io.Reader
	packed   func() int64 // archive bytes so far
	limit    int64
	shared   *int64 // remaining budget of all entries together
	unpacked int64
}

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.src.Read(p)
	g.unpacked += int64(n)
	if g.shared != nil {
		*g.shared -= int64(n)
	}
	if g.unpacked > g.limit || g.shared != nil && *g.shared < 0 {
		return 0, tooLarge(g.name, g.limit)
	}
	if g.unpacked > ratioFrom && g.unpacked/maxRatio > g.packed() {
		return 0, upslope.Errorf(upslope.Unprocessable, "The %s unpacks to more than %d times its size, which no crawl does. Upload the CSV itself.", g.name, maxRatio)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, damaged(err, g.damage)
	}
	return n, err
}

// openPart opens a file of an archive behind a guard.
func openPart(file *zip.File, g *guard) (io.ReadCloser, error) {
	text, err := file.Open()
	if err != nil {
		return nil, damaged(err, g.damage)
	}
	g.src, g.packed = text, func() int64 { return int64(min(file.CompressedSize64, 1<<62)) }
	return struct {
		io.Reader
		io.Closer
	}{g, text}, nil
}

func tooLarge(name string, limit int64) error {
	return upslope.Errorf(upslope.TooLarge, "The %s unpacks to more than %s MB. Upload the tabs one by one.", name, thousands(limit>>20))
}

var errDamaged = upslope.Errorf(upslope.Unprocessable, "The archive is damaged or incomplete. Zip it again, or upload the CSV itself.")

// damaged distinguishes a truncated or corrupted archive, whose error is damage, from a failing source.
func damaged(err, damage error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader),
		errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrAlgorithm), errors.As(err, &corrupt):
		return damage
	}
	return err
}
