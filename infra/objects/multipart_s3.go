package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"gocloud.dev/blob"

	"upslope"
)

// bucketParts uses S3 multipart uploads: browsers send the parts to presigned URLs.
type bucketParts struct {
	client *s3.Client
	signer *s3.PresignClient
	bucket string
	prefix string // prefix of all keys
}

// Metadata stored with an upload, as x-amz-meta-* headers.
const (
	metaFileName = "file-name"
	metaSite     = "site"
)

func newBucketParts(bucket *blob.Bucket, address string) (*bucketParts, error) {
	location, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("open OBJECTS_URL: %w", err)
	}
	var opened *s3.Client
	if !bucket.As(&opened) {
		return nil, errors.New("open OBJECTS_URL: the bucket is not one of S3")
	}
	// An upload started with a checksum requires one for every part, which browsers do not send.
	client := s3.New(opened.Options(), func(o *s3.Options) {
		o.RequestChecksumCalculation = aws.RequestChecksumCalculationWhenRequired
	})
	return &bucketParts{
		client: client, signer: s3.NewPresignClient(client), bucket: location.Host, prefix: location.Query().Get("prefix"),
	}, nil
}

// Origin returns the origin where browsers reach the bucket, e.g. https://bucket.s3.eu-west-1.amazonaws.com,
// or "" for a folder.
func (s *Store) Origin() (string, error) {
	p, ok := s.parts.(*bucketParts)
	if !ok {
		return "", nil
	}
	// Presigning reveals the endpoint and, with static credentials, makes no request.
	anybody := s3.NewPresignClient(s3.New(p.client.Options(), func(o *s3.Options) {
		o.Credentials = credentials.NewStaticCredentialsProvider("nobody", "nothing", "")
	}))
	signed, err := anybody.PresignHeadBucket(context.Background(), &s3.HeadBucketInput{Bucket: &p.bucket})
	if err != nil {
		return "", fmt.Errorf("find the address of the bucket: %w", err)
	}
	location, err := url.Parse(signed.URL)
	if err != nil {
		return "", fmt.Errorf("find the address of the bucket: %w", err)
	}
	return location.Scheme + "://" + location.Host, nil
}

func (p *bucketParts) key(key string) *string { return aws.String(p.prefix + key) }

func (p *bucketParts) begin(ctx context.Context, upload upslope.Upload) (string, error) {
	begun, err := p.client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{
		Bucket: &p.bucket, Key: p.key(upload.ObjectKey), ContentType: aws.String("application/octet-stream"),
		Metadata: map[string]string{metaFileName: url.QueryEscape(upload.FileName), metaSite: upload.SiteID},
	})
	if err != nil {
		return "", explainS3(ctx, fmt.Errorf("begin %s: %w", upload.ObjectKey, err))
	}
	return aws.ToString(begun.UploadId), nil
}

func (p *bucketParts) address(ctx context.Context, key, uploadID string, number int, valid time.Duration) (string, error) {
	signed, err := p.signer.PresignUploadPart(ctx, &s3.UploadPartInput{
		Bucket: &p.bucket, Key: p.key(key), UploadId: &uploadID, PartNumber: aws.Int32(int32(number)),
	}, s3.WithPresignExpires(valid))
	if err != nil {
		return "", explainS3(ctx, fmt.Errorf("sign part %d of %s: %w", number, key, err))
	}
	return signed.URL, nil
}

func (p *bucketParts) put(context.Context, string, string, int, io.Reader, int64) (string, error) {
	return "", errNoParts
}

func (p *bucketParts) list(ctx context.Context, key, uploadID string) (list []upslope.Part, err error) {
	pages := s3.NewListPartsPaginator(p.client, &s3.ListPartsInput{Bucket: &p.bucket, Key: p.key(key), UploadId: &uploadID})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, explainS3(ctx, fmt.Errorf("list the parts of %s: %w", key, err))
		}
		for _, part := range page.Parts {
			list = append(list, upslope.Part{
				Number: int(aws.ToInt32(part.PartNumber)), ETag: strings.Trim(aws.ToString(part.ETag), `"`), Bytes: aws.ToInt64(part.Size),
			})
		}
	}
	return list, nil
}

func (p *bucketParts) complete(ctx context.Context, key, uploadID string, list []upslope.Part) error {
	parts := make([]types.CompletedPart, len(list))
	for i, part := range list {
		parts[i] = types.CompletedPart{PartNumber: aws.Int32(int32(part.Number)), ETag: aws.String(`"` + part.ETag + `"`)}
	}
	_, err := p.client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
		Bucket: &p.bucket, Key: p.key(key), UploadId: &uploadID, MultipartUpload: &types.CompletedMultipartUpload{Parts: parts},
	})
	if err != nil {
		return explainS3(ctx, fmt.Errorf("complete %s: %w", key, err))
	}
	return nil
}

func (p *bucketParts) completed(ctx context.Context, key, _ string) (upslope.Upload, error) {
	head, err := p.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &p.bucket, Key: p.key(key)})
	if err != nil {
		return upslope.Upload{}, explainS3(ctx, fmt.Errorf("look at %s: %w", key, err))
	}
	name, err := url.QueryUnescape(head.Metadata[metaFileName])
	if err != nil {
		return upslope.Upload{}, fmt.Errorf("read the name of %s: %w", key, err)
	}
	return upslope.Upload{
		ObjectKey: key, FileName: name, SiteID: head.Metadata[metaSite], Bytes: aws.ToInt64(head.ContentLength), CreatedAt: aws.ToTime(head.LastModified),
	}, nil
}

func (p *bucketParts) abort(ctx context.Context, key, uploadID string) error {
	_, err := p.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &p.bucket, Key: p.key(key), UploadId: &uploadID})
	if err != nil {
		return explainS3(ctx, fmt.Errorf("abort %s: %w", key, err))
	}
	return nil
}

// sweep uses the start time of an upload: S3 does not report when its last part arrived.
func (p *bucketParts) sweep(ctx context.Context, before time.Time) error {
	pages := s3.NewListMultipartUploadsPaginator(p.client, &s3.ListMultipartUploadsInput{Bucket: &p.bucket, Prefix: p.key("uploads/")})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return fmt.Errorf("list uploads in parts: %w", err)
		}
		for _, upload := range page.Uploads {
			if !aws.ToTime(upload.Initiated).Before(before) {
				continue
			}
			_, err := p.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &p.bucket, Key: upload.Key, UploadId: upload.UploadId})
			if err != nil && !isCode(err, "NoSuchUpload") {
				return fmt.Errorf("abort %s: %w", aws.ToString(upload.Key), err)
			}
		}
	}
	return nil
}

func isCode(err error, codes ...string) bool {
	var answer smithy.APIError
	if !errors.As(err, &answer) {
		return false
	}
	for _, code := range codes {
		if answer.ErrorCode() == code {
			return true
		}
	}
	return false
}

// explainS3 turns an S3 error into an Error for users.
func explainS3(ctx context.Context, err error) error {
	switch {
	case isCode(err, "NoSuchUpload", "NoSuchKey", "NotFound"):
		return errNoUpload
	case isCode(err, "InvalidPart", "InvalidPartOrder", "EntityTooSmall"):
		return fmt.Errorf("%w (%w)", upslope.Errorf(upslope.Invalid, "The parts do not fit together. Send the file again."), err)
	}
	return explain(ctx, err)
}
