package objects

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
)

// Erase deletes every object whose key has the prefix, and every upload in parts to such a key.
func (s *Store) Erase(ctx context.Context, prefix string) error {
	keys, err := s.Keys(ctx, prefix)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := s.Delete(ctx, key); err != nil {
			return err
		}
	}
	_, err = s.parts.erase(ctx, prefix, false)
	return err
}

// Keys lists the objects whose key has the prefix.
func (s *Store) Keys(ctx context.Context, prefix string) (keys []string, err error) {
	list := s.bucket.List(&blob.ListOptions{Prefix: prefix})
	for {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return keys, nil
		}
		if err != nil {
			return nil, explain(ctx, fmt.Errorf("list %s: %w", prefix, err))
		}
		if !object.IsDir {
			keys = append(keys, object.Key)
		}
	}
}

// CountParts counts the uploads in parts to keys with the prefix.
func (s *Store) CountParts(ctx context.Context, prefix string) (int, error) {
	return s.parts.erase(ctx, prefix, true)
}

func (p *folderParts) erase(_ context.Context, prefix string, count bool) (uploads int, err error) {
	entries, err := os.ReadDir(filepath.Join(p.folder, "parts"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, explainDisk(fmt.Errorf("list the uploads in parts: %w", err))
	}
	for _, entry := range entries {
		var info about
		text, err := os.ReadFile(filepath.Join(p.dir(entry.Name()), aboutFile))
		if err != nil || json.Unmarshal(text, &info) != nil || !strings.HasPrefix(info.Key, prefix) {
			continue // aborted meanwhile, or of somebody else
		}
		uploads++
		if count {
			continue
		}
		if err := os.RemoveAll(p.dir(entry.Name())); err != nil {
			return uploads, explainDisk(fmt.Errorf("delete the parts of %s: %w", info.Key, err))
		}
	}
	if !count && strings.HasSuffix(prefix, "/") && filepath.IsLocal(prefix) {
		_ = os.Remove(filepath.Join(p.folder, filepath.FromSlash(prefix))) // unless a new file is in it
	}
	return uploads, nil
}

func (p *bucketParts) erase(ctx context.Context, prefix string, count bool) (uploads int, err error) {
	pages := s3.NewListMultipartUploadsPaginator(p.client, &s3.ListMultipartUploadsInput{Bucket: &p.bucket, Prefix: p.key(prefix)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return uploads, explainS3(ctx, fmt.Errorf("list the uploads in parts: %w", err))
		}
		for _, upload := range page.Uploads {
			uploads++
			if count {
				continue
			}
			_, err := p.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &p.bucket, Key: upload.Key, UploadId: upload.UploadId})
			if err != nil && !isCode(err, "NoSuchUpload") {
				return uploads, explainS3(ctx, fmt.Errorf("abort %s: %w", aws.ToString(upload.Key), err))
			}
		}
	}
	return uploads, nil
}
