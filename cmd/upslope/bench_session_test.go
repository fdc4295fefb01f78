package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"upslope"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"upslope/analytics/portfolio"
	"upslope/edge"
	"upslope/edge/auth"
	"upslope/edge/feed"
	"upslope/infra/clerk"
	"upslope/infra/clerk/clerktest"
	"upslope/infra/postgres"
)

// believing accepts every token for its session: an edge with it skips only the session check.
type believing struct{ session upslope.Session }

func (b believing) Verify(context.Context, string) (upslope.Session, error) { return b.session, nil }

// BenchmarkSession measures checking an unknown session, and the overhead of session checks on GET
// /api/insights: it alternates between two edges on the same records, one of which skips the check.
func BenchmarkSession(b *testing.B) {
	p := start(b, b.TempDir())
	ana := p.signIn("ana@example.com")
	ana.addSite("shop.example")
	contentType, body := form(b, "internal.csv", manyInsights("shop.example"))
	if status, answer := ana.send("POST", "/api/upload/sf-csv", contentType, body, nil); status != http.StatusOK {
		b.Fatalf("%d %s", status, answer)
	}
	ana.insights(200)
	records, err := postgres.Open(b.Context(), p.databaseURL())
	if err != nil {
		b.Fatal(err)
	}
	defer records.Close()

	signer := clerktest.NewSigner(b, "ins_1", "http://upslope.example")
	instance, err := clerk.Open(clerk.Config{
		PublishableKey: clerktest.PublishableKey("live"), SignInURL: clerktest.SignInURL, PublicURL: signer.Origin, JWTKey: signer.PEM(), Production: true,
	}, http.DefaultClient, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	who := map[string]any{"sub": subjectOf(b, ana), "exp": time.Now().Add(9 * time.Minute).Unix()}
	session, err := instance.Verifier.Verify(b.Context(), signer.Token(who))
	if err != nil {
		b.Fatal(err)
	}
	checks, believes := edgeOf(b, records, instance.Verifier), edgeOf(b, records, believing{session})
	const unseen, rounds = 300, 2000
	for b.Loop() {
		var verified []float64
		tokens := make([]string, unseen)
		for i := range tokens {
			who["jti"] = strconv.Itoa(i)
			tokens[i] = signer.Token(who)
		}
		for _, token := range tokens {
			began := time.Now()
			if _, err := instance.Verifier.Verify(b.Context(), token); err != nil {
				b.Fatal(err)
			}
			verified = append(verified, time.Since(began).Seconds())
		}
		b.ReportMetric(median(verified)*1e6, "us-unseen-session")

		asking := askingWith(tokens[0])
		const path = "/api/insights?limit=200"
		for _, address := range []string{checks, believes} {
			latencies(b, asking, address+path, 50)
		}
		var with, without []float64
		for range rounds { // each comes first equally often
			with = append(with, latencies(b, asking, checks+path, 2)...)
			without = append(without, latencies(b, asking, believes+path, 2)...)
		}
		b.ReportMetric(100*(median(with)/median(without)-1), "%-of-insights-p50")
		b.ReportMetric(median(with)*1000, "ms-p50")
	}
}

// subjectOf returns a visitor's id at the identity provider.
func subjectOf(b *testing.B, v *visitor) string {
	b.Helper()
	at, err := url.Parse(v.url)
	if err != nil {
		b.Fatal(err)
	}
	token, err := jwt.ParseSigned(v.client.Jar.Cookies(at)[0].Value, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		b.Fatal(err)
	}
	var claims jwt.Claims
	if err := token.UnsafeClaimsWithoutVerification(&claims); err != nil {
		b.Fatal(err)
	}
	return claims.Subject
}

// edgeOf starts an edge that serves insights, and returns its URL.
func edgeOf(b *testing.B, records *postgres.DB, verifier auth.Verifier) string {
	b.Helper()
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server, err := edge.New(edge.Config{PublicURL: "http://upslope.example", Environment: "production", TrialDays: 14, SignInURL: clerktest.SignInURL}, edge.Deps{
		Verifier: verifier, Users: records, Versions: records, Feed: nothingChanges(b), Sessions: records, Sites: records, Insights: records, Portfolio: &portfolio.Portfolio{Records: records},
		Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, listener) }()
	b.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			b.Error(err)
		}
	})
	return "http://" + listener.Addr().String()
}

// nothingChanges is a feed that hears all the time that nothing has changed.
func nothingChanges(b *testing.B) *feed.Feed {
	heard := feed.New(time.Now)
	go func() {
		for n := 1; b.Context().Err() == nil; n++ {
			heard.Receive(fmt.Appendf(nil, `{"series": "one", "number": %d, "whole": true}`, n))
			time.Sleep(500 * time.Millisecond)
		}
	}()
	return heard
}

// asking adds a session to every request.
type asking struct{ session string }

func (a asking) RoundTrip(r *http.Request) (*http.Response, error) {
	r.AddCookie(&http.Cookie{Name: "__session", Value: a.session})
	return http.DefaultTransport.RoundTrip(r)
}

func askingWith(session string) *http.Client { return &http.Client{Transport: asking{session}} }
