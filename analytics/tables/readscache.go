package tables

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"upslope/analytics/facts"
)

const (
	maxReadAnswers = 500
	// maxReadAge bounds the staleness of an answer if a process ends between writing rows and counting them.
	maxReadAge  = 10 * time.Minute
	maxReadRows = 500 // of an answer that is kept: agencies with hundreds of sites have more
)

// readsCache keeps what queries about reads return until rows are written for their account. What people
// write, such as a comment, leaves them as they were.
type readsCache struct {
	answers *lru.Cache[string, readAnswer]
}

type readAnswer struct {
	until time.Time
	rows  [][]any
}

func newReadsCache() (*readsCache, error) {
	answers, err := lru.New[string, readAnswer](maxReadAnswers)
	return &readsCache{answers}, err
}

// query is Query of facts, about nothing but reads. Rows were written asOf times for the account when it was
// looked up, before.
func (c *readsCache) query(ctx context.Context, from facts.Querier, asOf int64, sql string, params map[string]any, each func(values []any) error) error {
	text, err := json.Marshal([]any{asOf, sql, params})
	if err != nil {
		return fmt.Errorf("name a query about reads: %w", err)
	}
	sum := sha256.Sum256(text)
	key := string(sum[:])
	known, ok := c.answers.Get(key)
	if !ok || time.Now().After(known.until) {
		known = readAnswer{until: time.Now().Add(maxReadAge)}
		err := from.Query(ctx, sql, params, func(_ []string, values []any) error {
			known.rows = append(known.rows, slices.Clone(values))
			return nil
		})
		if err != nil {
			return err
		}
		if len(known.rows) > 0 && len(known.rows) <= maxReadRows { // the first rows of all are seen at once
			c.answers.Add(key, known)
		}
	}
	for _, row := range known.rows {
		if err := each(row); err != nil {
			return err
		}
	}
	return nil
}
