package replica

import (
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/benbjohnson/litestream"
	_ "github.com/benbjohnson/litestream/file" // file:// addresses
	_ "github.com/benbjohnson/litestream/s3"   // s3:// addresses
)

// open makes the client of a storage.
func open(address string) (litestream.ReplicaClient, error) {
	// The S3 client refuses to start with this one set, which other programs of a machine may want.
	if err := os.Unsetenv("AWS_CA_BUNDLE"); err != nil {
		return nil, fmt.Errorf("open the storage of the replica: %w", err)
	}
	client, err := litestream.NewReplicaClientFromURL(address)
	if err != nil {
		return nil, fmt.Errorf("open the storage of the replica %s: %w", litestream.ReplicaTypeFromURL(address), err)
	}
	return client, nil
}

// quiet keeps a library's running commentary out of the log; what matters comes as an error.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// damaged says whether an error is of a file that SQLite cannot make sense of.
func damaged(err error) bool {
	var of interface{ Code() int }
	const corrupt, cannotRead, notADatabase = 11, 10, 26
	if !errors.As(err, &of) {
		return false
	}
	code := of.Code() & 0xff
	return code == corrupt || code == cannotRead || code == notADatabase
}
