package clickprices_test

import (
	"math"
	"testing"

	"upslope/analytics/clickprices"
)

func TestOtherKeywordsGettingTheClicksIsNoRise(t *testing.T) {
	var b clickprices.Basket
	b.Add(clickprices.Keyword{Clicks: 900, Now: 4, Before: 4}) // had 100 clicks before
	b.Add(clickprices.Keyword{Clicks: 100, Now: 1, Before: 1}) // had 900
	if b.Rise() != 0 || b.Keywords != 2 || b.CPC() != 3.7 {
		t.Errorf("%+v rises by %v", b, b.Rise())
	}
	b.Add(clickprices.Keyword{Clicks: 1000, Now: 1.3, Before: 1})
	if got, want := b.Rise(), 300./4700; math.Abs(got-want) > 1e-9 || math.Abs(b.Added-300) > 1e-9 {
		t.Errorf("%+v rises by %v, want %v", b, got, want)
	}
	if rest := b.Less(b); rest.Rise() != 0 || rest.CPC() != 0 || rest.CPCBefore() != 0 {
		t.Errorf("an empty basket is %+v", rest)
	}
}
