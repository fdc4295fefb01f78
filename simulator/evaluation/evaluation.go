// Package evaluation measures and prints how well insights match the ground truth of generated sites.
//
// It owns precision, recall, NDCG and calibration. It neither generates sites nor finds insights.
package evaluation

import (
	"fmt"

	"upslope"
	"upslope/simulator/truth"
)

// Evaluation is the result over many worlds.
type Evaluation struct {
	Seed      uint64              `json:"seed"`
	Worlds    int                 `json:"worlds"`
	Detectors map[string]*Figures `json:"detectors"`
	Families  map[string]*Figures `json:"families"`
	All       *Figures            `json:"all"`

	Contradictions []string `json:"contradictions"` // between the insights of a world

	// By family and detector.
	Cells map[string]map[string]*Figures `json:"cells"`
}

// New starts an evaluation of worlds from a seed on.
func New(seed uint64) *Evaluation {
	return &Evaluation{Seed: seed, Detectors: map[string]*Figures{}, Families: map[string]*Figures{}, Cells: map[string]map[string]*Figures{}, All: &Figures{}, Contradictions: []string{}}
}

// Add counts one world and its insights' verdicts, best first.
func (e *Evaluation) Add(record *truth.Record, verdicts []truth.Verdict) {
	e.Worlds++
	family := record.Name
	if e.Cells[family] == nil {
		e.Cells[family] = map[string]*Figures{}
	}
	e.All.Add(record, verdicts, "")
	figuresOf(e.Families, family).Add(record, verdicts, "")
	for _, detector := range truth.Measured() {
		figuresOf(e.Detectors, detector).Add(record, verdicts, detector)
		figuresOf(e.Cells[family], detector).Add(record, verdicts, detector)
	}
}

func figuresOf(all map[string]*Figures, key string) *Figures {
	if all[key] == nil {
		all[key] = &Figures{}
	}
	return all[key]
}

// Check looks for contradictions between the insights of a world.
func (e *Evaluation) Check(record *truth.Record, insights []upslope.StoredInsight) {
	for _, one := range Contradictions(insights) {
		e.Contradictions = append(e.Contradictions, fmt.Sprintf("%s/%d: %s", record.Name, record.Seed, one))
	}
}

// Finish computes all rates.
func (e *Evaluation) Finish() {
	e.All.Finish()
	groups := []map[string]*Figures{e.Detectors, e.Families}
	for _, detectors := range e.Cells {
		groups = append(groups, detectors)
	}
	for _, group := range groups {
		for _, f := range group {
			f.Finish()
		}
	}
}
