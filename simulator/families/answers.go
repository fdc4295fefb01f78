package families

import (
	"math"
	"slices"
	"strings"
)

// wantedPage is the page that the people behind a query want.
type wantedPage int

const (
	thisPage     wantedPage = iota
	guidePage               // to choose or to learn, where this page is a list or an offer
	anotherPlace            // a place near them, where this page is not about one
)

// pageWanted says whether a page can answer the query of its ranking: lists and offers do not teach, and only
// pages of services and places are near somebody.
func (w *World) pageWanted(r *ranking) wantedPage {
	folder := strings.TrimPrefix(r.page.section.folder, "at/")
	isOffer := slices.Contains([]string{"category", "c", "brands", "services", "locations"}, folder)
	words := " " + r.query.text + " "
	has := func(modifiers ...string) bool {
		return slices.ContainsFunc(modifiers, func(modifier string) bool { return strings.Contains(words, " "+modifier+" ") })
	}
	switch {
	case has("near me") && folder != "services" && folder != "locations":
		return anotherPlace
	case isOffer && has("comparison", "ideas", "checklist", "tips", "step by step", "size chart", "maintenance", "alternatives", "vs rental", "reviews", "setup", "examples", "explained", "problems"):
		return guidePage
	}
	return thisPage
}

// moveSuccess is how often work moves a query up by a distance in positions: more rarely where the page says
// everything already, or another one has to be written.
func moveSuccess(r *ranking, distance float64, wanted wantedPage) float64 {
	success := .45 / (1 + math.Max(0, distance)/6)
	text := strings.ToLower(r.page.title + " " + r.page.h1)
	isSaid := !slices.ContainsFunc(strings.Fields(r.query.text), func(word string) bool { return !strings.Contains(text, word) })
	switch {
	case wanted == guidePage:
		return .5 * success
	case isSaid:
		return .7 * success
	}
	return success
}
