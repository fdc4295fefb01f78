package families

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"upslope/simulator/truth"
)

// plantCannibals plants pages that alternate for a query, and pages that share one legitimately.
func (w *World) plantCannibals(p *pool) {
	for range p.plantCount(truth.Cannibal, 3) {
		if !w.plantTurns(p) {
			return
		}
	}
	for _, decoy := range w.cannibalDecoys() {
		if !chance(p.r, w.plantChance) {
			continue
		}
		first, second := w.takePair(p)
		if first == nil {
			return
		}
		decoy.set(p.r, first, second)
		w.Decoy(truth.Case{Type: truth.Cannibal, Kind: decoy.kind, Query: first.query.text, Page: first.page.url, Reason: decoy.reason})
	}
}

// takePair takes two pages, and the first one's ranking to share; nil when none are left.
func (w *World) takePair(p *pool) (first *ranking, second *page) {
	a, b := p.take(isOld), p.take(isOld)
	if a == nil || b == nil {
		return nil, nil
	}
	first = a.rankings[0]
	first.positionShifts, first.query.hasAIOverview = nil, false
	first.query.volume = math.Max(first.query.volume, uniform(p.r, 12, 60))
	return first, b
}

// plantTurns makes two or three pages alternate, each ranking lower than one alone would.
func (w *World) plantTurns(p *pool) bool {
	first, second := w.takePair(p)
	if first == nil {
		return false
	}
	alone := uniform(p.r, 2.5, 14)
	loss := uniform(p.r, 1.5, 5)
	first.position = alone + loss
	w.rankSteady(p.r, first.query, second, alone+loss+uniform(p.r, 0, 1.5))
	pages := 2
	if third := p.take(isOld); third != nil && chance(p.r, .25) {
		w.rankSteady(p.r, first.query, third, alone+loss+uniform(p.r, 0, 2))
		pages = 3
	}
	first.query.leaders = alternate(p.r, uniform(p.r, .3, .7), pages)
	w.Plant(truth.Case{ // Value is replaced by valueCannibal once the process has run
		Type: truth.Cannibal, Kind: "turns", Query: first.query.text, Page: first.page.url, Fix: .4, Value: w.response.Merged(w.stream("merged/"+first.query.text), alone, loss),
		Reason: fmt.Sprintf("%d pages take turns; one alone would stand at %.1f.", pages, alone),
	})
	return true
}

// rankSteady is rank without drift over the year.
func (w *World) rankSteady(r *rand.Rand, q *query, p *page, position float64) {
	w.rank(r, q, p, position).positionShifts = nil
}

type cannibalDecoy struct {
	kind, reason string
	set          func(r *rand.Rand, first *ranking, second *page)
}

func (w *World) cannibalDecoys() []cannibalDecoy {
	return []cannibalDecoy{
		{"double listing", "Both stand in the top five, on one result page.", w.setDoubleListing},
		{"small share", "One page has nearly all of it.", w.setSmallShare},
		{"redirect", "One page took over from the other, once.", w.setRedirect},
		{"locale", "They are the same page for two countries.", w.setLocale},
		{"parameter", "They are one page under two addresses that lack a canonical.", w.setParameter},
	}
}

func (w *World) setDoubleListing(r *rand.Rand, first *ranking, second *page) {
	first.position, first.query.sharesResultPage = uniform(r, 1.5, 2.5), true
	w.rankSteady(r, first.query, second, first.position+uniform(r, .8, 1.8))
}

func (w *World) setSmallShare(r *rand.Rand, first *ranking, second *page) {
	first.position = uniform(r, 3, 10)
	w.rankSteady(r, first.query, second, first.position+uniform(r, 0, 3))
	first.query.leaders = make([]int, history)
	for d := range first.query.leaders {
		if chance(r, .04) {
			first.query.leaders[d] = 1
		}
	}
}

func (w *World) setRedirect(r *rand.Rand, first *ranking, second *page) {
	first.position = uniform(r, 3, 9)
	w.rankSteady(r, first.query, second, first.position)
	first.query.leaders = make([]int, history)
	moved := history - 35 - r.IntN(30)
	for d := range first.query.leaders {
		if d > moved+6 || d > moved && chance(r, .5) {
			first.query.leaders[d] = 1
		}
	}
}

func (w *World) setLocale(r *rand.Rand, first *ranking, _ *page) {
	original := first.page
	url := w.url("/at" + strings.TrimPrefix(original.url, w.url("")))
	twin := w.addPage(r, url, section{folder: "at/" + original.section.folder, conversionFactor: original.section.conversionFactor, depth: 2}, original.topic)
	w.levels.sections[twin.section.folder] = w.levels.sections[original.section.folder]
	twin.title = capitalize(original.topic) + " in Austria, compared"
	twin.description = "In Austria: " + twin.description
	twin.h1 += " in Austria"
	w.shareWithTwin(r, first, twin)
}

func (w *World) setParameter(r *rand.Rand, first *ranking, _ *page) {
	original := first.page
	twin := w.addPage(r, original.url+"?variant=2", original.section, original.topic)
	twin.title, twin.description = original.title, original.description
	for _, p := range []*page{original, twin} {
		for _, issue := range []string{"duplicate_title", "duplicate_description", "missing_canonical"} {
			w.Cases = append(w.Cases, truth.Case{Type: truth.Meta, Kind: "twin", Issue: issue, Page: p.url, Fix: .7, Reason: "Two addresses of one page share it; they lack a canonical."})
		}
	}
	w.shareWithTwin(r, first, twin)
}

// shareWithTwin makes both alternate at one position.
func (w *World) shareWithTwin(r *rand.Rand, first *ranking, twin *page) {
	first.position = uniform(r, 3, 9)
	w.rankSteady(r, first.query, twin, first.position)
	first.query.leaders = alternate(r, .5, 2)
}

// alternate returns the leading page of each day.
func alternate(r *rand.Rand, changeChance float64, pages int) []int {
	leaders, leader := make([]int, history), 0
	for d := range leaders {
		if chance(r, changeChance) {
			leader = (leader + 1 + r.IntN(pages-1)) % pages
		}
		leaders[d] = leader
	}
	return leaders
}
