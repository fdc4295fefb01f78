//go:build deps

// Package deps pins every planned dependency while the parts are being written; go mod tidy without it at the end.
package deps

import (
	_ "github.com/BurntSushi/toml"
	_ "github.com/ClickHouse/ch-go/proto"
	_ "github.com/ClickHouse/clickhouse-go/v2"
	_ "github.com/caarlos0/env/v11"
	_ "github.com/clerk/clerk-sdk-go/v2/jwt"
	_ "github.com/ebitengine/purego"
	_ "github.com/getkin/kin-openapi/openapi3filter"
	_ "github.com/go-jose/go-jose/v4/jwt"
	_ "github.com/gofiber/fiber/v3"
	_ "github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/johannesboyne/gofakes3"
	_ "github.com/nats-io/nats-server/v2/server"
	_ "github.com/nats-io/nats.go/jetstream"
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/pressly/goose/v3"
	_ "github.com/prometheus/client_golang/prometheus"
	_ "gocloud.dev/blob/fileblob"
	_ "gocloud.dev/blob/memblob"
	_ "gocloud.dev/blob/s3blob"
	_ "golang.org/x/net/idna"
	_ "github.com/oapi-codegen/nullable"
	_ "golang.org/x/text/encoding/unicode"
	_ "golang.org/x/tools/txtar"
	_ "github.com/cespare/xxhash/v2"
	_ "github.com/valyala/fasthttp"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/unix"
	_ "github.com/andybalholm/brotli"
)
