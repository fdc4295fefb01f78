package workbook

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
)

// maxText is the length of the text of a cell from which its row is rejected; Excel's longest is 32,767.
const maxText = 1<<20 + 1

// maxRecent is the length of the texts that are kept: those that repeat are short.
const maxRecent = 64

// texts are the texts that cells share, in files: their bytes, and where each starts.
type texts struct {
	book          *Book
	part          string
	count         int
	bytes, starts *os.File // nil before the first call of at
	recent        [4096]recentText
}

// recentText is a text that was read lately, such as a status that every row has.
type recentText struct {
	index int // from 1
	text  []byte
}

// at returns the text with an index.
func (t *texts) at(index int) ([]byte, error) {
	if t == nil {
		return nil, ErrDamaged
	}
	if t.bytes == nil {
		if err := t.load(); err != nil {
			return nil, errors.Join(err, t.close())
		}
	}
	if index < 0 || index >= t.count {
		return nil, ErrDamaged
	}
	recent := &t.recent[index%len(t.recent)]
	if recent.index == index+1 {
		return recent.text, nil
	}
	var places [16]byte
	if _, err := t.starts.ReadAt(places[:], int64(index)*8); err != nil {
		return nil, fmt.Errorf("find a text of a workbook: %w", err)
	}
	from := binary.LittleEndian.Uint64(places[:8])
	text := make([]byte, binary.LittleEndian.Uint64(places[8:])-from)
	if _, err := t.bytes.ReadAt(text, int64(from)); err != nil {
		return nil, fmt.Errorf("read a text of a workbook: %w", err)
	}
	if len(text) <= maxRecent {
		*recent = recentText{index + 1, text}
	}
	return text, nil
}

// load writes all texts to the files.
func (t *texts) load() (err error) {
	if t.bytes, err = t.book.options.Temp(); err != nil {
		return err
	}
	if t.starts, err = t.book.options.Temp(); err != nil {
		return err
	}
	in, err := t.book.open(t.part)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.close()) }()
	bytes, starts := bufio.NewWriterSize(t.bytes, 256<<10), bufio.NewWriterSize(t.starts, 64<<10)
	var written uint64
	for {
		e, err := in.next()
		if errors.Is(err, io.EOF) {
			err = binary.Write(starts, binary.LittleEndian, written)
			return errors.Join(err, starts.Flush(), bytes.Flush())
		}
		if err != nil {
			return err
		}
		if e.kind != start || e.name != "si" {
			continue
		}
		text, err := in.richText("si", nil)
		if err != nil {
			return err
		}
		text = unescaped(text)
		_, err = bytes.Write(text)
		if err = errors.Join(err, binary.Write(starts, binary.LittleEndian, written)); err != nil {
			return fmt.Errorf("keep the texts of a workbook: %w", err)
		}
		written += uint64(len(text))
		t.count++
	}
}

// richText appends the text up to the end of an element, without the readings of Japanese and Chinese words.
func (t *tokens) richText(until string, text []byte) ([]byte, error) {
	inText, reading := false, false
	for {
		e, err := t.next()
		if err != nil {
			return nil, damagedEnd(err)
		}
		switch {
		case e.kind == textKind && inText && !reading:
			text = append(text, e.text[:min(len(e.text), maxText-min(len(text), maxText))]...)
		case e.kind == end && e.name == until:
			return text, nil
		case e.name == "t":
			inText = e.kind == start
		case e.name == "rPh":
			reading = e.kind == start
		}
	}
}

func (t *texts) close() error {
	if t == nil || t.bytes == nil {
		return nil
	}
	err := t.bytes.Close()
	if t.starts != nil {
		err = errors.Join(err, t.starts.Close())
	}
	t.bytes, t.starts, t.count = nil, nil, 0
	return err
}

var escape = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescaped replaces the _x000D_ that stands for a character that XML cannot hold.
func unescaped(text []byte) []byte {
	if !bytes.Contains(text, []byte("_x")) {
		return text
	}
	return escape.ReplaceAllFunc(text, func(escaped []byte) []byte {
		code, err := strconv.ParseUint(string(escaped[2:6]), 16, 16)
		if err != nil {
			return escaped
		}
		return []byte(string(rune(code)))
	})
}
