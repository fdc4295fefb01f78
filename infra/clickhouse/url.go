package clickhouse

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"syscall"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// unixScheme is the URL scheme of the embedded engine: ClickHouse's HTTP interface on the unix socket at the
// path.
const unixScheme = "http+unix"

var errNoURL = errors.New("this is not a URL; an example is clickhouse://user:password@localhost:9000/upslope")

func parseURL(rawURL string) (*clickhouse.Options, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, errNoURL
	}
	if u.Scheme != unixScheme {
		return clickhouse.ParseDSN(rawURL)
	}
	if u.User == nil || u.Path == "" {
		return nil, errors.New("a http+unix URL needs a password and the path of a socket")
	}
	password, _ := u.User.Password()
	settings := clickhouse.Settings{}
	for setting, values := range u.Query() {
		if setting != "database" {
			settings[setting] = values[0]
		}
	}
	return &clickhouse.Options{
		Protocol: clickhouse.HTTP,
		// A name that is exempt from proxies.
		Addr:        []string{"localhost"},
		Auth:        clickhouse.Auth{Username: u.User.Username(), Password: password, Database: u.Query().Get("database")},
		Settings:    settings,
		DialContext: func(ctx context.Context, _ string) (net.Conn, error) { return dialSocket(ctx, u.Path) },
	}, nil
}

// restartPatience is how long a call waits for the embedded engine to restart: usually 0.1 to 0.3 s, seconds
// on a busy machine.
const restartPatience = 5 * time.Second

func dialSocket(ctx context.Context, path string) (net.Conn, error) {
	var dialer net.Dialer
	for started := time.Now(); ; {
		conn, err := dialer.DialContext(ctx, "unix", path)
		away := errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, os.ErrNotExist)
		if !away || time.Since(started) > restartPatience {
			return conn, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(20 * time.Millisecond):
		}
	}
}
