package analytics

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"upslope"
	"upslope/analytics/pagerank"
)

//go:embed rankings/current.sql
var currentRankingSQL string

// crawledSQL stands in front of those that begin with what is ranked.
//
//go:embed rankings/crawled.sql
var crawledSQL string

//go:embed rankings/pages.sql
var rankedPagesSQL string

//go:embed rankings/link_count.sql
var linkCountSQL string

//go:embed rankings/links.sql
var linksSQL string

//go:embed rankings/crawlers_figure.sql
var crawlersFigureSQL string

//go:embed rankings/by_crawler.sql
var rankByCrawlerSQL string

//go:embed rankings/finish.sql
var finishRankingSQL string

//go:embed rankings/undo.sql
var undoRankingSQL string

const methodPageRank = "pagerank"

// leastLinked is the share of a site's pages that links have to lead to, (cal). With fewer, the export was of some links only: pages
// that it does not link to are not weak, they are unknown.
const leastLinked = .5

// ranking finds the id of a crawl's ranking, under which its rows in page_ranks count; "" when it has none yet.
func (e *Engine) ranking(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) (string, error) {
	var ranking string
	err := e.facts.Query(ctx, currentRankingSQL, rankingParams(accountID, siteID, crawl), func(_ []string, values []any) error {
		ranking, _ = values[0].(string)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("find the ranking of the pages: %w", err)
	}
	return ranking, nil
}

// rank ranks the pages of a crawl by the links between them, or where it has no links by what the crawler says. It does so once for
// the same pages and links, and one site at a time, since a large one takes some hundred MB.
func (e *Engine) rank(ctx context.Context, accountID, siteID string, crawl *upslope.Crawl) error {
	select {
	case e.ranks <- struct{}{}:
		defer func() { <-e.ranks }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if known, err := e.ranking(ctx, accountID, siteID, crawl); err != nil || known != "" {
		return err
	}
	params := rankingParams(accountID, siteID, crawl)
	params["ranking_id"], params["ranked_at"] = uuid.NewString(), e.now()
	if err := e.rankAs(ctx, crawl, params); err != nil {
		return errors.Join(fmt.Errorf("rank the pages: %w", err), e.undoRanking(ctx, params))
	}
	return nil
}

func rankingParams(accountID, siteID string, crawl *upslope.Crawl) map[string]any {
	links := crawl.LinksImportID
	if links == "" {
		links = uuid.Nil.String()
	}
	return map[string]any{"account_id": accountID, "site_id": siteID, "import_id": crawl.ImportID, "links_import_id": links}
}

// rankAs writes the rows of a ranking, then what makes them count.
func (e *Engine) rankAs(ctx context.Context, crawl *upslope.Crawl, params map[string]any) error {
	isRanked := false
	if crawl.LinksImportID != "" {
		ranks, err := e.rankByLinks(ctx, params)
		if err != nil {
			return err
		}
		if isRanked = float64(ranks.Linked) >= leastLinked*float64(len(ranks.Keys)); isRanked {
			params["method"] = methodPageRank
			if err := e.writeRanks(ctx, ranks, params); err != nil {
				return err
			}
		}
	}
	if !isRanked {
		err := e.facts.Query(ctx, crawledSQL+crawlersFigureSQL, params, func(_ []string, values []any) error {
			params["method"] = values[0]
			return nil
		})
		if err != nil {
			return err
		}
		if err := e.facts.Exec(ctx, crawledSQL+rankByCrawlerSQL, params); err != nil {
			return err
		}
	}
	return e.facts.Exec(ctx, finishRankingSQL, params)
}

// rankByLinks reads the graph as numbers: of a million pages the texts alone would take more memory than all of it.
func (e *Engine) rankByLinks(ctx context.Context, params map[string]any) (pagerank.Ranks, error) {
	var pages []pagerank.Page
	err := e.facts.Query(ctx, crawledSQL+rankedPagesSQL, params, func(_ []string, values []any) error {
		var key, isRanked, leadsTo, isStart uint64
		err := scanWhole(values, &key, &isRanked, &leadsTo, &isStart)
		pages = append(pages, pagerank.Page{Key: key, Ranked: isRanked == 1, LeadsTo: leadsTo, Start: isStart == 1})
		return err
	})
	if err != nil {
		return pagerank.Ranks{}, fmt.Errorf("read the pages: %w", err)
	}
	var links uint64
	err = e.facts.Query(ctx, linkCountSQL, params, func(_ []string, values []any) error { return scanWhole(values, &links) })
	if err != nil {
		return pagerank.Ranks{}, fmt.Errorf("count the links: %w", err)
	}
	graph := pagerank.New(pages, int(links))
	err = e.facts.Query(ctx, linksSQL, params, func(_ []string, values []any) error {
		var source, destination, place uint64
		err := scanWhole(values, &source, &destination, &place)
		graph.Link(source, destination, pagerank.Place(place))
		return err
	})
	if err != nil {
		return pagerank.Ranks{}, fmt.Errorf("read the links: %w", err)
	}
	return graph.Rank(), nil
}

// scanWhole reads the numbers and bools of a row.
func scanWhole(values []any, into ...*uint64) error {
	for i, target := range into {
		switch value := values[i].(type) {
		case uint64:
			*target = value
		case uint8:
			*target = uint64(value)
		case bool:
			if value {
				*target = 1
			}
		default:
			return fmt.Errorf("column %d is a %T", i+1, value)
		}
	}
	return nil
}

// ranksAtOnce is how many rows are sent at a time.
const ranksAtOnce = 100_000

func (e *Engine) writeRanks(ctx context.Context, ranks pagerank.Ranks, params map[string]any) error {
	names := []string{"page_key", "rank", "percentile", "followed_inlinks", "content_inlinks", "uncounted_inlinks", "depth"}
	scope := []string{"account_id", "site_id", "import_id", "links_import_id", "ranking_id"}
	for from := 0; from < len(ranks.Keys); from += ranksAtOnce {
		to := min(from+ranksAtOnce, len(ranks.Keys))
		depths := make([]*uint32, to-from)
		for i, depth := range ranks.Depth[from:to] {
			if depth != pagerank.Unreached {
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
		if err := e.facts.InsertColumns(ctx, "page_ranks", "", append(names, scope...), columns...); err != nil {
			return err
		}
	}
	return nil
}

// pointers is the form that columns take which can be null.
func pointers[V any](values []V) []*V {
	pointers := make([]*V, len(values))
	for i := range values {
		pointers[i] = &values[i]
	}
	return pointers
}

// undoRanking deletes rows that would otherwise lie there, unseen, until the import goes.
func (e *Engine) undoRanking(ctx context.Context, params map[string]any) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return e.facts.Exec(ctx, undoRankingSQL, params)
}
