package upslope

import "context"

// Actor is the person on whose behalf something happens; the zero value is the program itself.
type Actor struct{ ID, Name string }

type actorKey struct{}

// WithActor returns a context in which what happens is the actor's doing.
func WithActor(ctx context.Context, actor Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// ActorOf returns the actor of a context.
func ActorOf(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorKey{}).(Actor)
	return actor
}
