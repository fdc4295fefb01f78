package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/s3blob" // registers s3:// URLs

	"upslope/infra/clickhouse"
)

// Place is the folder, or the folder of a bucket, that holds one backup.
type Place struct {
	bucket *blob.Bucket
	engine clickhouse.BackupPlace
}

// OpenPlace opens a folder's path, or a URL such as
// s3://backups/2026-11-25?region=auto&endpoint=https://storage.example. A bucket's keys are AWS_ACCESS_KEY_ID
// and AWS_SECRET_ACCESS_KEY.
func OpenPlace(ctx context.Context, address, accessKey, secretKey string) (*Place, error) {
	if !strings.Contains(address, "://") {
		return openFolder(address)
	}
	u, err := url.Parse(address)
	folder := ""
	if err == nil {
		folder = strings.Trim(u.Path, "/")
	}
	switch {
	case err != nil || u.Scheme != "s3" || u.Host == "" || folder == "":
		return nil, fmt.Errorf("%q is neither a folder nor s3://<bucket>/<folder>", address)
	case accessKey == "" || secretKey == "":
		return nil, errors.New("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: ClickHouse writes to the bucket with them")
	}
	bucket, err := blob.OpenBucket(ctx, "s3://"+u.Host+"?"+u.RawQuery)
	if err != nil {
		return nil, fmt.Errorf("open the bucket: %w", err)
	}
	base := "https://" + u.Host + ".s3." + cmp.Or(u.Query().Get("region"), "us-east-1") + ".amazonaws.com"
	if endpoint := u.Query().Get("endpoint"); endpoint != "" {
		base = strings.TrimRight(endpoint, "/") + "/" + u.Host
	}
	return &Place{
		bucket: blob.PrefixedBucket(bucket, folder+"/"),
		engine: clickhouse.BackupPlace{URL: base + "/" + folder + "/clickhouse", AccessKey: accessKey, SecretKey: secretKey},
	}, nil
}

func openFolder(path string) (*Place, error) {
	folder, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the folder %s: %w", path, err)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the backup: %w", err)
	}
	bucket, err := fileblob.OpenBucket(folder, &fileblob.Options{DirFileMode: 0o700, Metadata: fileblob.MetadataDontWrite, NoTempDir: true})
	if err != nil {
		return nil, fmt.Errorf("open the folder of the backup: %w", err)
	}
	return &Place{bucket: bucket, engine: clickhouse.BackupPlace{Folder: filepath.Join(folder, "clickhouse")}}, nil
}

// Close releases the place.
func (p *Place) Close() error { return p.bucket.Close() }

// OnThisMachine reports whether the place is a folder, which only engines on this machine can write to.
func (p *Place) OnThisMachine() bool { return p.engine.Folder != "" }
