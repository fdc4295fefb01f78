// Package clickprices compares what the same ad clicks cost in two windows, so that other keywords getting
// the clicks is no change of price. See docs/method.md, rising CPC.
package clickprices

// Keyword is a keyword with the clicks of the newer window and its CPC in both.
type Keyword struct{ Clicks, Now, Before float64 }

// Basket is the clicks that several keywords got in the newer window, at both prices.
type Basket struct {
	Keywords      int
	Clicks, Spend float64
	Added         float64 // the part of the spend that higher CPCs added; negative if they fell
}

// Add puts the clicks of a keyword into the basket.
func (b *Basket) Add(k Keyword) {
	b.Keywords++
	b.Clicks += k.Clicks
	b.Spend += k.Clicks * k.Now
	b.Added += k.Clicks * (k.Now - k.Before)
}

// Less returns the basket without the clicks of another one.
func (b Basket) Less(other Basket) Basket {
	return Basket{b.Keywords - other.Keywords, b.Clicks - other.Clicks, b.Spend - other.Spend, b.Added - other.Added}
}

// Before is what the clicks would have cost at the CPCs of the older window.
func (b Basket) Before() float64 { return b.Spend - b.Added }

// Rise is the share by which the same clicks cost more; 0 for an empty basket.
func (b Basket) Rise() float64 {
	if b.Before() <= 0 {
		return 0
	}
	return b.Added / b.Before()
}

// CPC and CPCBefore are the mean prices of the clicks; 0 for an empty basket.
func (b Basket) CPC() float64       { return b.each(b.Spend) }
func (b Basket) CPCBefore() float64 { return b.each(b.Before()) }

func (b Basket) each(spend float64) float64 {
	if b.Clicks <= 0 {
		return 0
	}
	return spend / b.Clicks
}
