package connections_test

import (
	"context"
	"net/http"
	"net/url"
	"time"
	"upslope"

	"upslope/ingest/providers"
	"upslope/ingest/providers/registry"
	"upslope/ingest/remote"
)

const (
	goodKey = "hush-good-key-1234"
	slowKey = "hush-slow-key-5678"
)

// keyed is a provider with its key in the address, like Semrush.
type keyed struct{ url string }

func (keyed) Reports() []providers.Report { return nil }

func (keyed) FinalDay(_ context.Context, _ providers.Access, today time.Time) (time.Time, error) {
	return today, nil
}

func (k keyed) Test(ctx context.Context, access providers.Access) (providers.Found, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, k.url+"?key="+url.QueryEscape(access.Key)+"&domain="+access.Domain, nil)
	if err != nil {
		return providers.Found{}, err
	}
	var units struct{ Units int }
	if err := remote.JSON(access.HTTP, request, &units); err != nil {
		return providers.Found{}, err
	}
	return providers.Found{Message: "The key works.", Domain: access.Domain}, nil
}

func (keyed) Properties(context.Context, providers.Access) ([]providers.Property, error) {
	return nil, nil
}

// withKeyedProvider returns the registry with a keyed provider instead of Semrush.
func withKeyedProvider(url string) providers.Registry {
	all := registry.All()
	for i := range all {
		if all[i].ID == upslope.Semrush {
			all[i].NewSource = func(providers.Environment) providers.Source { return keyed{url} }
			all[i].Limits = providers.Limits{}
		}
	}
	return all
}

// answerKey accepts one key.
func answerKey(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Query().Get("key") {
	case goodKey:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"units": 5}`))
	case slowKey:
		<-r.Context().Done()
	default:
		http.Error(w, "ERROR 120 :: WRONG KEY "+r.URL.Query().Get("key"), http.StatusUnauthorized)
	}
}
