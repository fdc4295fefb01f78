package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"upslope"
)

// complete joins the parts into a temporary file, renames it, and only then deletes the parts, so that a
// crash or a full disk on the way loses no data.
func (p *folderParts) complete(ctx context.Context, key, uploadID string, list []upslope.Part) error {
	info, err := p.open(key, uploadID)
	if err != nil {
		return err
	}
	whole := filepath.Join(p.folder, filepath.FromSlash(key))
	if err := os.MkdirAll(filepath.Dir(whole), 0o700); err != nil {
		return explainDisk(fmt.Errorf("complete upload %s: %w", uploadID, err))
	}
	info.Bytes = 0
	err = replace(whole, func(file *os.File) error {
		for _, part := range list {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := p.join(file, uploadID, part); err != nil {
				return err
			}
			info.Bytes += part.Bytes
		}
		return nil
	})
	if again, readErr := p.read(key, uploadID); err != nil && readErr == nil && again.Complete {
		return nil // another request has completed it
	}
	if upslope.CodeOf(err) == upslope.Invalid {
		return err
	}
	if err == nil {
		info.Complete = true
		err = p.write(uploadID, info)
	}
	if err != nil {
		return explainDisk(fmt.Errorf("complete upload %s: %w", uploadID, err))
	}
	for _, part := range list {
		_ = os.Remove(p.part(uploadID, part.Number)) // leftovers are swept with the folder
	}
	return nil
}

// join appends one part to the file.
func (p *folderParts) join(whole *os.File, uploadID string, want upslope.Part) error {
	file, part, err := p.openPart(uploadID, want.Number)
	if errors.Is(err, fs.ErrNotExist) {
		return errPart(want.Number)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if part != want {
		return errPart(want.Number)
	}
	if _, err := io.CopyN(whole, file, part.Bytes); err != nil { // in the kernel where supported
		return err
	}
	return nil
}

func (p *folderParts) completed(_ context.Context, key, uploadID string) (upslope.Upload, error) {
	info, err := p.read(key, uploadID)
	if err != nil {
		return upslope.Upload{}, err
	}
	if !info.Complete {
		return upslope.Upload{}, errNoUpload
	}
	if _, err := os.Stat(filepath.Join(p.folder, filepath.FromSlash(key))); errors.Is(err, fs.ErrNotExist) {
		return upslope.Upload{}, errNoUpload // swept since
	} else if err != nil {
		return upslope.Upload{}, explainDisk(fmt.Errorf("look at %s: %w", key, err))
	}
	return upslope.Upload{ObjectKey: key, FileName: info.FileName, SiteID: info.SiteID, Bytes: info.Bytes, CreatedAt: info.CreatedAt}, nil
}

// explainDisk turns a disk failure into an Error for users.
func explainDisk(err error) error {
	if full(err) {
		return fmt.Errorf("%w (%w)", errNoRoom, err)
	}
	return fmt.Errorf("%w (%w)", errUnreachable, err)
}

func full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }
