package worlds

import (
	"context"
	"fmt"
	"time"

	"upslope"
	"upslope/analytics/insights"
)

// Database is an empty database with the schema of facts, which nothing else uses.
type Database interface {
	Facts
	insights.Facts
}

// Find has the engine look for insights in a world, the best first. The database has nothing but that world then.
func Find(ctx context.Context, db Database, w *World, issuesSQL string) ([]upslope.StoredInsight, error) {
	if err := Empty(ctx, db); err != nil { // of what an attempt that failed has left
		return nil, err
	}
	if err := w.Load(ctx, db, issuesSQL); err != nil {
		return nil, err
	}
	kept := &store{world: w}
	engine, err := insights.New(db, kept, func() time.Time { return w.Today })
	if err != nil {
		return nil, fmt.Errorf("make the engine: %w", err)
	}
	if err := engine.Recompute(ctx, w.Site.AccountID, "job"); err != nil {
		return nil, fmt.Errorf("look for insights in %s/%d: %w", w.Family, w.Seed, err)
	}
	return kept.insights, nil
}

// Evaluation is what came of many worlds.
type Evaluation struct {
	Seed      uint64              `json:"seed"`
	Worlds    int                 `json:"worlds"`
	Detectors map[string]*Figures `json:"detectors"`
	Families  map[string]*Figures `json:"families"`
	All       *Figures            `json:"all"`

	// Of each family and detector.
	Cells map[string]map[string]*Figures `json:"cells"`
}

// NewEvaluation begins one.
func NewEvaluation(seed uint64) *Evaluation {
	return &Evaluation{Seed: seed, Detectors: map[string]*Figures{}, Families: map[string]*Figures{}, Cells: map[string]map[string]*Figures{}, All: &Figures{}}
}

// Add counts a world.
func (e *Evaluation) Add(w *World, verdicts []Verdict) {
	e.Worlds++
	if e.Families[w.Family] == nil {
		e.Families[w.Family], e.Cells[w.Family] = &Figures{}, map[string]*Figures{}
	}
	e.All.Add(w, verdicts, "")
	e.Families[w.Family].Add(w, verdicts, "")
	for _, detector := range Detectors() {
		if e.Detectors[detector] == nil {
			e.Detectors[detector] = &Figures{}
		}
		if e.Cells[w.Family][detector] == nil {
			e.Cells[w.Family][detector] = &Figures{}
		}
		e.Detectors[detector].Add(w, verdicts, detector)
		e.Cells[w.Family][detector].Add(w, verdicts, detector)
	}
}

// Finish works out the rates.
func (e *Evaluation) Finish() {
	e.All.Finish()
	for _, figures := range []map[string]*Figures{e.Detectors, e.Families} {
		for _, f := range figures {
			f.Finish()
		}
	}
	for _, detectors := range e.Cells {
		for _, f := range detectors {
			f.Finish()
		}
	}
}
