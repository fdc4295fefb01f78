package sharing_test

import (
	"testing"

	"upslope"
)

func TestAListedLinkOpensHereWhoeverMadeIt(t *testing.T) {
	w := begin(t)
	e := w.edge()
	here := *w.links
	here.Arrived = e.Arrived
	for range 10 {
		w.create(upslope.LinkTerms{Days: 30}) // elsewhere: nothing waits for the copy of this edge
		links, _, err := here.Links(t.Context(), w.account, upslope.Scope{}, 1, 0)
		if err != nil || len(links) != 1 {
			t.Fatalf("%d links, %v", len(links), err)
		}
		if _, err := e.Page("", tokenOf(links[0]), ""); err != nil {
			t.Fatalf("a listed link does not open: %v", err)
		}
	}
}
