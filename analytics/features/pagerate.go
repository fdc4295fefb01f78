package features

import (
	"fmt"
	"math"
)

// Constants of the media equivalent of a click on a page that converts badly:
// docs/method.md#value-of-a-click.
const (
	fewestExpected = 10. // conversions at the rate of other pages, from which a lack of them tells
	surelyFewer    = 2.  // standard errors below that
)

// visitors are those from organic search, of pages of a type or of one page.
type visitors struct{ sessions, conversions float64 }

func (v visitors) less(others visitors) visitors {
	return visitors{v.sessions - others.sessions, v.conversions - others.conversions}
}

// shareOf is the part of what an ad's click costs that a click on a page is worth: all of it, but where its
// visitors surely convert less than those of the other pages of its type, as much less.
func (v *ClickValues) shareOf(page string, own visitors) float64 {
	others := v.visitors[pageType(page)].less(own)
	if others.sessions < valueSessions {
		others = v.visitors["*"].less(own)
	}
	if others.sessions <= 0 || others.conversions <= 0 {
		return 1
	}
	rate := others.conversions / others.sessions
	expected := rate * own.sessions
	if expected < fewestExpected || own.conversions > expected-surelyFewer*math.Sqrt(expected) {
		return 1
	}
	return shrunk(own.conversions, own.sessions, rate) / rate
}

// SourceOf says where the value of a click on a page is from.
func (v *ClickValues) SourceOf(page string) string {
	if share, isLess := v.shares[page]; isLess && share < 1 {
		return fmt.Sprintf("%s; %.0f%% of that, as the page's visitors convert less than those of similar pages", v.Source, 100*share)
	}
	return v.Source
}

// rateOf is the conversions of a session on pages of a type.
func (v *ClickValues) rateOf(kind string) float64 {
	return v.visitors[kind].conversions / max(1, v.visitors[kind].sessions)
}
