package crawl

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"upslope"
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
	packed  bool // several files, of which some may be left out
	notes   []string
	leftOut []leftOut
	closers []func() error
}

// entry is one text file; open reads it from the start.
type entry struct {
	name string
	open func() (io.ReadCloser, error)
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
	if err := refuse(head); err != nil {
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
		return nil, damaged(err)
	}
	guarded := &guard{src: unpacked, packed: packed.count, limit: options.MaxBytes}
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(guarded, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	head = head[:n]
	if err := refuse(head); err != nil {
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
	if err := refuseOffice(head); err != nil {
		return nil, err
	}
	if name := strings.ToLower(options.Name); name != "" && !strings.HasSuffix(name, ".zip") {
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
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, errors.Join(damaged(err), in.close())
	}
	if err := in.list(archive, options); err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// spool copies an archive to a temporary file.
func spool(whole io.Reader, options Options) (*os.File, int64, error) {
	file, err := os.CreateTemp(options.TempDir, "crawl-*.zip")
	if err != nil {
		return nil, 0, fmt.Errorf("keep the archive %s: %w", options.Name, err)
	}
	// Unnamed at once: a process that is killed leaves nothing behind.
	if err := os.Remove(file.Name()); err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	copied, err := io.Copy(file, io.LimitReader(whole, options.MaxBytes+1))
	if err == nil && copied > options.MaxBytes {
		err = tooLarge(options.MaxBytes)
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close())
	}
	return file, copied, nil
}

// slashed is a name inside an archive, which Windows may have written with backslashes.
func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// shortName is the name of a file without its folders but that of hints, which tells what the file lists.
func shortName(file *zip.File) string {
	full := slashed(file.Name)
	if path.Base(path.Dir(full))+"/" == hintsFolder {
		return hintsFolder + path.Base(full)
	}
	return path.Base(full)
}

// list finds the CSV files of an archive.
func (in *input) list(archive *zip.Reader, options Options) error {
	tables := slices.DeleteFunc(slices.Clone(archive.File), func(file *zip.File) bool {
		full := slashed(file.Name)
		return file.FileInfo().IsDir() || strings.HasPrefix(path.Base(full), ".") || strings.Contains("/"+full, "/__MACOSX/")
	})
	if len(tables) > maxEntries {
		return upslope.Errorf(upslope.Unprocessable, "The archive contains %s files. Include only the CSV exports of one crawl.", thousands(int64(len(tables))))
	}
	left := options.MaxBytes
	type content struct {
		crc  uint32
		size uint64
	}
	seen, named := map[content]string{}, map[string]int{}
	for _, file := range tables {
		named[shortName(file)]++
	}
	for _, file := range tables {
		name := shortName(file)
		if named[name] > 1 { // in several folders
			name = slashed(file.Name)
		}
		same := content{file.CRC32, file.UncompressedSize64}
		if first, twice := seen[same]; twice {
			in.notes = append(in.notes, fmt.Sprintf("%s has the same content as %s and was imported once.", name, first))
			continue
		}
		seen[same] = name
		if file.Flags&1 != 0 {
			return upslope.Errorf(upslope.Unsupported, "The archive is protected by a password. Upload it without one.")
		}
		open := func() (io.ReadCloser, error) {
			text, err := file.Open()
			if err != nil {
				return nil, damaged(err)
			}
			packed := func() int64 { return int64(min(file.CompressedSize64, 1<<62)) }
			return struct {
				io.Reader
				io.Closer
			}{&guard{src: text, packed: packed, limit: options.MaxBytes, shared: &left}, text}, nil
		}
		if err := sniffEntry(open); err != nil {
			if upslope.CodeOf(err) != upslope.Unsupported {
				return err
			}
			in.leave(name, err)
			continue
		}
		in.entries = append(in.entries, entry{name: name, open: open})
	}
	switch {
	case len(in.entries) > 0:
		return nil
	case len(in.leftOut) > 0:
		return in.useless()
	}
	return upslope.Errorf(upslope.Unsupported, "The archive is empty. Put the CSV exports of one crawl into it.")
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
		return 0, tooLarge(g.limit)
	}
	if g.unpacked > ratioFrom && g.unpacked/maxRatio > g.packed() {
		return 0, upslope.Errorf(upslope.Unprocessable, "The archive unpacks to more than %d times its size, which no crawl does. Upload the CSV itself.", maxRatio)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, damaged(err)
	}
	return n, err
}

func tooLarge(limit int64) error {
	return upslope.Errorf(upslope.TooLarge, "The archive unpacks to more than %s MB. Upload the tabs one by one.", thousands(limit>>20))
}

// damaged distinguishes a truncated or corrupted archive from a failing source.
func damaged(err error) error {
	var corrupt interface{ Error() string }
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader),
		errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrAlgorithm):
		return upslope.Errorf(upslope.Unprocessable, "The archive is damaged or was cut off. Pack it again, or upload the CSV itself.")
	case errors.As(err, &corrupt) && strings.HasPrefix(corrupt.Error(), "flate: corrupt"):
		return upslope.Errorf(upslope.Unprocessable, "The archive is damaged or was cut off. Pack it again, or upload the CSV itself.")
	}
	return err
}
