package providers

import "context"

type backgroundKey struct{}

// InBackground marks work without a waiting user: its requests yield to interactive ones.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// IsInBackground reports whether ctx was marked by InBackground.
func IsInBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }
