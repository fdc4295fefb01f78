// Package monitoring measures a process for its operators: the work that waits, the connections that fail,
// the jobs that are done, and how fresh the copy of published reports is. It owns the names of these metrics;
// dashboards and alerts that read them are files beside it. Requests are measured by package edge.
package monitoring

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"

	"upslope"
	"upslope/infra/nats"
	"upslope/infra/postgres"
)

// readTimeout bounds the queries of one scrape.
const readTimeout = 3 * time.Second

// Records is what the metrics of all processes are read from.
type Records interface {
	Backlog(context.Context) ([]postgres.Backlog, error)
	ConnectionStates(context.Context) ([]postgres.ConnectionState, error)
	PoolState() (open, used, limit int32)
}

// Reports says how current this machine's copy of published reports is.
type Reports interface {
	Position() (position uint64, newest time.Time)
}

// Monitoring has the metrics of a process.
type Monitoring struct {
	Registry *prometheus.Registry

	log  *slog.Logger
	jobs *prometheus.HistogramVec
}

// New returns the metrics of the process itself.
func New(log *slog.Logger) *Monitoring {
	m := &Monitoring{Registry: prometheus.NewRegistry(), log: log, jobs: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "upslope_job_seconds",
		Help:    "Time that jobs took, by kind and outcome: done, refused (final), failed (tried again) or stopped.",
		Buckets: []float64{.01, .05, .1, .5, 1, 5, 10, 30, 60, 300, 900, 3600},
	}, []string{"kind", "outcome"})}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "upslope_build_info", Help: "1, with the version of the program."}, []string{"version", "commit"})
	build.WithLabelValues(Version()).Set(1)
	m.Registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), build, m.jobs)
	return m
}

// Version returns the version of the program's module, and the commit that it was built from.
func Version() (version, commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown", "unknown"
	}
	version, commit = info.Main.Version, "unknown"
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			commit = setting.Value
		}
	}
	return version, commit
}

// Watch adds what is read at each scrape. Reports is nil in processes without a copy.
func (m *Monitoring) Watch(records Records, reports Reports) {
	m.Registry.MustRegister(&collector{records: records, reports: reports, log: m.log})
}

// Measure returns the consumers with their jobs measured and logged.
func (m *Monitoring) Measure(consumers []nats.Consumer) []nats.Consumer {
	for i, consumer := range consumers {
		consumers[i].Handle = func(ctx context.Context, message nats.Message) error {
			began := time.Now()
			ctx, span := otel.Tracer("upslope/jobs").Start(ctx, "job "+consumer.Kind)
			defer span.End()
			err := consumer.Handle(ctx, message)
			took := time.Since(began)
			outcome := outcomeOf(ctx, err)
			m.jobs.WithLabelValues(consumer.Kind, outcome).Observe(took.Seconds())
			var about struct{ JobID, AccountID, SiteID string }
			_ = json.Unmarshal(message.Data, &about) // what is about no job or site is logged without them
			span.SetAttributes(attribute.String("upslope.job", about.JobID), attribute.String("upslope.account", about.AccountID),
				attribute.String("upslope.site", about.SiteID), attribute.String("upslope.outcome", outcome))
			m.log.InfoContext(ctx, "job "+outcome, "kind", consumer.Kind, "job", about.JobID, "account", about.AccountID, "site", about.SiteID,
				"seconds", took.Seconds(), "attempt", message.Attempt)
			return err
		}
	}
	return consumers
}

func outcomeOf(ctx context.Context, err error) string {
	switch code := upslope.CodeOf(err); {
	case err == nil:
		return "done"
	case ctx.Err() != nil:
		return "stopped"
	case code == upslope.Unavailable || code == upslope.TooMany || code == upslope.Internal:
		return "failed"
	}
	return "refused"
}

// Handler serves /metrics and /debug/pprof/ and, for platforms that watch processes without a public address,
// /livez and /readyz. The address is private: profiles show what the process is doing.
func (m *Monitoring) Handler(ready func(context.Context) error) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.Registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index) // heap, goroutine, allocs, block, mutex
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// collector reads the state of the work at each scrape.
type collector struct {
	records Records
	reports Reports
	log     *slog.Logger
}

var (
	recordsUp   = prometheus.NewDesc("upslope_records_up", "1 when the system of record answered this scrape.", nil, nil)
	jobs        = prometheus.NewDesc("upslope_jobs", "Work that is not done, by kind and state: waiting, running or given_up.", []string{"kind", "state"}, nil)
	oldest      = prometheus.NewDesc("upslope_job_oldest_seconds", "Age of the oldest work that is not done, by kind.", []string{"kind"}, nil)
	connections = prometheus.NewDesc("upslope_connections", "Connections that are synced daily, by provider and status.", []string{"provider", "status"}, nil)
	late        = prometheus.NewDesc("upslope_connections_late", "Connections without a successful sync for two days, by provider.", []string{"provider"}, nil)
	pool        = prometheus.NewDesc("upslope_postgres_connections", "Connections to PostgreSQL of this process: open, used, or its limit.", []string{"state"}, nil)
	replicaAge  = prometheus.NewDesc("upslope_reports_age_seconds", "Time since this machine's copy of published reports was known to be current.", nil, nil)
	replicaAt   = prometheus.NewDesc("upslope_reports_position", "Position of this machine's copy of published reports.", nil, nil)
)

// Describe implements prometheus.Collector.
func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{recordsUp, jobs, oldest, connections, late, pool, replicaAge, replicaAt} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	open, used, limit := c.records.PoolState()
	gauge(pool, float64(open), "open")
	gauge(pool, float64(used), "used")
	gauge(pool, float64(limit), "limit")
	if c.reports != nil {
		position, newest := c.reports.Position()
		gauge(replicaAt, float64(position))
		if !newest.IsZero() {
			gauge(replicaAge, time.Since(newest).Seconds())
		}
	}
	if err := c.collectRecords(ctx, gauge); err != nil {
		c.log.WarnContext(ctx, "the state of the work could not be read for a scrape", "error", err)
		gauge(recordsUp, 0)
		return
	}
	gauge(recordsUp, 1)
}

func (c *collector) collectRecords(ctx context.Context, gauge func(*prometheus.Desc, float64, ...string)) error {
	backlog, err := c.records.Backlog(ctx)
	if err != nil {
		return err
	}
	states, err := c.records.ConnectionStates(ctx)
	if err != nil {
		return err
	}
	for _, work := range backlog {
		gauge(jobs, float64(work.Waiting), work.Kind, "waiting")
		gauge(jobs, float64(work.Running), work.Kind, "running")
		gauge(jobs, float64(work.GivenUp), work.Kind, "given_up")
		gauge(oldest, work.OldestSeconds, work.Kind)
	}
	lateOf := map[string]int64{}
	for _, state := range states {
		gauge(connections, float64(state.Connections), state.Provider, state.Status)
		lateOf[state.Provider] += state.Late
	}
	for provider, count := range lateOf {
		gauge(late, float64(count), provider)
	}
	return nil
}
