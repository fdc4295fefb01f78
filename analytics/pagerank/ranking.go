package pagerank

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed queries/current.sql
var currentRankingSQL string

// crawledSQL stands in front of those that begin with what is ranked.
//
//go:embed queries/crawled.sql
var crawledSQL string

//go:embed queries/pages.sql
var rankedPagesSQL string

//go:embed queries/link_count.sql
var linkCountSQL string

//go:embed queries/links.sql
var linksSQL string

//go:embed queries/crawlers_figure.sql
var crawlersFigureSQL string

//go:embed queries/by_crawler.sql
var rankByCrawlerSQL string

//go:embed queries/finish.sql
var finishRankingSQL string

//go:embed queries/undo.sql
var undoRankingSQL string

const methodName = "pagerank"

// leastLinked is the minimum share of a site's pages with inlinks, calibrated: docs/method.md#link-targets.
// Below it the export is partial: pages without links in it are unknown, not weak.
const leastLinked = .5

// Facts stores the pages and links of crawls, and their ranks.
type Facts interface {
	facts.Querier
	Exec(ctx context.Context, sql string, params map[string]any) error
	// InsertColumns inserts rows given as one slice per column.
	InsertColumns(ctx context.Context, table, token string, names []string, columns ...any) error
}

// Ranker ranks the pages of crawls, one crawl at a time.
type Ranker struct {
	facts Facts
	now   func() time.Time
	room  chan struct{}
}

func NewRanker(facts Facts, now func() time.Time) *Ranker {
	return &Ranker{facts, now, make(chan struct{}, 1)}
}

// Current returns the ID of a crawl's ranking in page_ranks; "" if it is not ranked yet.
func Current(ctx context.Context, facts facts.Querier, accountID, siteID string, crawl *upslope.Crawl) (string, error) {
	var ranking string
	err := facts.Query(ctx, currentRankingSQL, rankingParams(accountID, siteID, crawl), func(_ []string, values []any) error {
		ranking, _ = values[0].(string)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("find the ranking of the pages: %w", err)
	}
	return ranking, nil
}

// Rank ranks a crawl's pages by links, or by the crawler's own score if it has no links. The same pages and
// links are ranked once; sites take turns, since a large one needs some hundred MB.
func (r *Ranker) Rank(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) error {
	select {
	case r.room <- struct{}{}:
		defer func() { <-r.room }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if known, err := Current(ctx, r.facts, accountID, siteID, crawl); err != nil || known != "" {
		return err
	}
	params := rankingParams(accountID, siteID, crawl)
	params["ranking_id"], params["ranked_at"] = uuid.NewString(), r.now()
	if err := r.rankAs(ctx, crawl, params); err != nil {
		return errors.Join(fmt.Errorf("rank the pages: %w", err), r.undoRanking(ctx, params))
	}
	known, err := Current(ctx, r.facts, accountID, siteID, crawl)
	if err == nil && known == "" { // the crawl was deleted meanwhile
		err = r.undoRanking(ctx, params)
	}
	return err
}

func rankingParams(accountID, siteID string, crawl *upslope.Crawl) map[string]any {
	links := crawl.LinksImportID
	if links == "" {
		links = uuid.Nil.String()
	}
	return map[string]any{"account_id": accountID, "site_id": siteID, "import_id": crawl.ImportID, "links_import_id": links}
}

// rankAs writes the rows of a ranking, then makes it current.
func (r *Ranker) rankAs(ctx context.Context, crawl *upslope.Crawl, params map[string]any) error {
	isRanked := false
	if crawl.LinksImportID != "" {
		ranks, err := r.rankByLinks(ctx, params)
		if err != nil {
			return err
		}
		if isRanked = float64(ranks.Linked) >= leastLinked*float64(len(ranks.Keys)); isRanked {
			params["method"] = methodName
			if err := r.writeRanks(ctx, ranks, params); err != nil {
				return err
			}
		}
	}
	if !isRanked {
		err := r.facts.Query(ctx, crawledSQL+crawlersFigureSQL, params, func(_ []string, values []any) error {
			params["method"] = values[0]
			return nil
		})
		if err != nil {
			return err
		}
		if err := r.facts.Exec(ctx, crawledSQL+rankByCrawlerSQL, params); err != nil {
			return err
		}
	}
	return r.facts.Exec(ctx, finishRankingSQL, params)
}

// rankByLinks reads the graph as numeric keys: the URLs of a million pages would take more memory than the
// graph.
func (r *Ranker) rankByLinks(ctx context.Context, params map[string]any) (Ranks, error) {
	var pages []Page
	err := r.facts.Query(ctx, crawledSQL+rankedPagesSQL, params, func(_ []string, values []any) error {
		var key, isRanked, leadsTo, isStart uint64
		err := facts.ScanUints(values, &key, &isRanked, &leadsTo, &isStart)
		pages = append(pages, Page{Key: key, Ranked: isRanked == 1, LeadsTo: leadsTo, Start: isStart == 1})
		return err
	})
	if err != nil {
		return Ranks{}, fmt.Errorf("read the pages: %w", err)
	}
	var links uint64
	err = r.facts.Query(ctx, linkCountSQL, params, func(_ []string, values []any) error { return facts.ScanUints(values, &links) })
	if err != nil {
		return Ranks{}, fmt.Errorf("count the links: %w", err)
	}
	graph := New(pages, int(links))
	err = r.facts.Query(ctx, linksSQL, params, func(_ []string, values []any) error {
		var source, destination, place uint64
		err := facts.ScanUints(values, &source, &destination, &place)
		graph.Link(source, destination, Place(place))
		return err
	})
	if err != nil {
		return Ranks{}, fmt.Errorf("read the links: %w", err)
	}
	return graph.Rank(), nil
}

// ranksAtOnce is the number of rows per insert.
const ranksAtOnce = 100_000

func (r *Ranker) writeRanks(ctx context.Context, ranks Ranks, params map[string]any) error {
	names := []string{"page_key", "rank", "percentile", "followed_inlinks", "content_inlinks", "uncounted_inlinks", "depth"}
	scope := []string{"account_id", "site_id", "import_id", "links_import_id", "ranking_id"}
	for from := 0; from < len(ranks.Keys); from += ranksAtOnce {
		to := min(from+ranksAtOnce, len(ranks.Keys))
		depths := make([]*uint32, to-from)
		for i, depth := range ranks.Depth[from:to] {
			if depth != Unreached {
				clicks := uint32(depth)
				depths[i] = &clicks
			}
		}
		columns := []any{
			ranks.Keys[from:to], pointers(ranks.Rank[from:to]), pointers(ranks.Percentile[from:to]), pointers(ranks.Followed[from:to]),
			pointers(ranks.Content[from:to]), pointers(ranks.Uncounted[from:to]), depths,
		}
		for _, name := range scope {
			same := make([]string, to-from)
			for i := range same {
				same[i], _ = params[name].(string)
			}
			columns = append(columns, same)
		}
		if err := r.facts.InsertColumns(ctx, "page_ranks", "", append(names, scope...), columns...); err != nil {
			return err
		}
	}
	return nil
}

// pointers converts values for nullable columns.
func pointers[V any](values []V) []*V {
	pointers := make([]*V, len(values))
	for i := range values {
		pointers[i] = &values[i]
	}
	return pointers
}

// undoRanking deletes rows that would otherwise stay, invisible, until the import is deleted.
func (r *Ranker) undoRanking(ctx context.Context, params map[string]any) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return r.facts.Exec(ctx, undoRankingSQL, params)
}
