package providers

import "context"

type backgroundKey struct{}

// InBackground marks what nobody waits for: its requests let those go first that somebody waits for.
func InBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// IsInBackground says whether ctx was marked so.
func IsInBackground(ctx context.Context) bool { return ctx.Value(backgroundKey{}) != nil }
