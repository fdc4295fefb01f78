package objects

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/google/uuid"

	"upslope"
)

// folderParts keeps each upload in a folder with about.json. A part is a file named by its number, with the
// hash of its content at the end, so that content and ETag are replaced atomically.
type folderParts struct {
	folder string // root folder of the objects
}

// about is the content of about.json.
type about struct {
	Key       string    `json:"key"`
	FileName  string    `json:"fileName"`
	SiteID    string    `json:"siteId,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	Bytes     int64     `json:"bytes"`
	Complete  bool      `json:"complete"` // the parts are assembled and deleted
}

const (
	aboutFile = "about.json"
	hashBytes = 16 // prefix of the SHA-256, enough to distinguish parts
)

func (p *folderParts) dir(uploadID string) string { return filepath.Join(p.folder, "parts", uploadID) }

func (p *folderParts) begin(_ context.Context, upload upslope.Upload) (string, error) {
	if !filepath.IsLocal(upload.ObjectKey) {
		return "", fmt.Errorf("begin %s: the key leaves the folder", upload.ObjectKey)
	}
	id := uuid.NewString()
	if err := os.MkdirAll(p.dir(id), 0o700); err != nil {
		return "", explainDisk(fmt.Errorf("begin %s: %w", upload.ObjectKey, err))
	}
	info := about{Key: upload.ObjectKey, FileName: upload.FileName, SiteID: upload.SiteID, CreatedAt: upload.CreatedAt}
	if err := p.write(id, info); err != nil {
		_ = os.RemoveAll(p.dir(id))
		return "", explainDisk(fmt.Errorf("begin %s: %w", upload.ObjectKey, err))
	}
	return id, nil
}

func (p *folderParts) address(_ context.Context, key, uploadID string, _ int, _ time.Duration) (string, error) {
	_, err := p.open(key, uploadID)
	return "", err
}

// read returns the metadata of an upload, completed or not.
func (p *folderParts) read(key, uploadID string) (info about, err error) {
	if id, err := uuid.Parse(uploadID); err != nil || id.String() != uploadID {
		return info, errNoUpload
	}
	text, err := os.ReadFile(filepath.Join(p.dir(uploadID), aboutFile))
	if errors.Is(err, fs.ErrNotExist) {
		return info, errNoUpload
	}
	if err == nil {
		err = json.Unmarshal(text, &info)
	}
	if err != nil {
		return info, explainDisk(fmt.Errorf("read upload %s: %w", uploadID, err))
	}
	if info.Key != key {
		return info, errNoUpload
	}
	return info, nil
}

// open returns the metadata of an upload that still accepts parts.
func (p *folderParts) open(key, uploadID string) (about, error) {
	info, err := p.read(key, uploadID)
	if err == nil && info.Complete {
		err = errNoUpload
	}
	return info, err
}

// write replaces about.json atomically.
func (p *folderParts) write(uploadID string, info about) error {
	text, err := json.Marshal(info)
	if err != nil {
		return err
	}
	return replace(filepath.Join(p.dir(uploadID), aboutFile), func(file *os.File) error {
		_, err := file.Write(text)
		return err
	})
}

func (p *folderParts) put(_ context.Context, key, uploadID string, number int, body io.Reader, most int64) (string, error) {
	if _, err := p.open(key, uploadID); err != nil {
		return "", err
	}
	others, err := p.bytesBut(uploadID, number)
	if err != nil {
		return "", explainDisk(fmt.Errorf("measure upload %s: %w", uploadID, err))
	}
	hash := sha256.New()
	from := &source{body: body}
	err = replace(p.part(uploadID, number), func(file *os.File) error {
		bytes, err := io.Copy(io.MultiWriter(file, hash), io.LimitReader(from, most-others+1))
		if err != nil {
			return err
		}
		if bytes > most-others {
			return upslope.Errorf(upslope.TooLarge, "The file is too large: at most %d GB.", most>>30)
		}
		_, err = file.Write(hash.Sum(nil)[:hashBytes])
		return err
	})
	switch {
	case from.err != nil:
		return "", from.err
	case upslope.CodeOf(err) == upslope.TooLarge:
		return "", err
	case errors.Is(err, fs.ErrNotExist):
		return "", errNoUpload // aborted while the part was received
	case err != nil:
		return "", explainDisk(fmt.Errorf("store part %d of upload %s: %w", number, uploadID, err))
	}
	return hex.EncodeToString(hash.Sum(nil)[:hashBytes]), nil
}

func (p *folderParts) part(uploadID string, number int) string {
	return filepath.Join(p.dir(uploadID), fmt.Sprintf("%05d", number))
}

// bytesBut returns the stored size of an upload without the given part.
func (p *folderParts) bytesBut(uploadID string, number int) (bytes int64, err error) {
	entries, err := os.ReadDir(p.dir(uploadID))
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		other, isPart := partNumber(entry.Name())
		if !isPart || other == number {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			return 0, err
		}
		bytes += info.Size() - hashBytes
	}
	return bytes, nil
}

func partNumber(name string) (number int, isPart bool) {
	number, err := strconv.Atoi(name)
	return number, err == nil
}

func (p *folderParts) list(_ context.Context, key, uploadID string) ([]upslope.Part, error) {
	if _, err := p.open(key, uploadID); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(p.dir(uploadID)) // sorted by name
	if err != nil {
		return nil, explainDisk(fmt.Errorf("list the parts of upload %s: %w", uploadID, err))
	}
	var list []upslope.Part
	for _, entry := range entries {
		number, isPart := partNumber(entry.Name())
		if !isPart {
			continue
		}
		file, part, err := p.openPart(uploadID, number)
		if err != nil {
			return nil, explainDisk(fmt.Errorf("list the parts of upload %s: %w", uploadID, err))
		}
		_ = file.Close()
		list = append(list, part)
	}
	return list, nil
}

// openPart opens a part, positioned at its start.
func (p *folderParts) openPart(uploadID string, number int) (*os.File, upslope.Part, error) {
	part := upslope.Part{Number: number}
	file, err := os.Open(p.part(uploadID, number))
	if err != nil {
		return nil, part, err
	}
	info, err := file.Stat()
	hash := make([]byte, hashBytes)
	if err == nil {
		part.Bytes = info.Size() - hashBytes
		_, err = file.ReadAt(hash, part.Bytes)
	}
	if err != nil {
		_ = file.Close()
		return nil, part, err
	}
	part.ETag = hex.EncodeToString(hash)
	return file, part, nil
}

func (p *folderParts) abort(_ context.Context, key, uploadID string) error {
	if _, err := p.open(key, uploadID); err != nil {
		return err
	}
	if err := os.RemoveAll(p.dir(uploadID)); err != nil {
		return explainDisk(fmt.Errorf("abort upload %s: %w", uploadID, err))
	}
	return nil
}

// sweep uses the folder's modification time, which every new part updates.
func (p *folderParts) sweep(_ context.Context, before time.Time) error {
	entries, err := os.ReadDir(filepath.Join(p.folder, "parts"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sweep abandoned uploads: %w", err)
	}
	var failed []error
	for _, entry := range entries {
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // aborted concurrently
		case err != nil:
			failed = append(failed, err)
		case entry.IsDir() && info.ModTime().Before(before):
			failed = append(failed, os.RemoveAll(p.dir(entry.Name())))
		}
	}
	return errors.Join(failed...)
}

// replace writes a file, syncs it to disk and renames it into place. On failure the previous file stays and
// the temporary one is removed.
func replace(path string, fill func(*os.File) error) (err error) {
	var suffix [8]byte
	_, _ = rand.Read(suffix[:]) // never fails
	file, err := os.OpenFile(fmt.Sprintf("%s.%x.tmp", path, suffix), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	if err := errors.Join(fill(file), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close()) // makes the rename durable
}
