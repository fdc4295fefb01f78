package world

import "math"

// Uses of dice. Two dice of one entity and day must not have the same kind.
const (
	rollSearch uint64 = iota + 1
	rollHidden
	rollDrift
	rollTurn
	rollSplit
	rollDay
	rollVisits
	rollAds
	rollBuild
	rollSpeed
	rollCrawl
	rollBing
)

// dice is a random number generator determined by its state.
type dice struct{ state uint64 }

// newDice returns the dice of an entity and a day.
func newDice(seed, kind uint64, entity int, day Day) dice {
	return dice{splitMix(splitMix(splitMix(seed^kind*0x9E3779B97F4A7C15)^uint64(entity)*0xD6E8FEB86659FD93) ^ uint64(int64(day))*0xA24BAED4963EE407)}
}

// splitMix is the finalizer of SplitMix64: every input bit affects every output bit.
func splitMix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// hashName hashes a text to a number, for entities without an index.
func hashName(text string) int {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return int(h >> 1)
}

func (d *dice) next() uint64 {
	d.state += 0x9E3779B97F4A7C15
	return splitMix(d.state)
}

// uniform draws from [0, 1).
func (d *dice) uniform() float64 { return float64(d.next()>>11) / (1 << 53) }

// below draws from 0 to n-1.
func (d *dice) below(n int) int { return int(d.uniform() * float64(n)) }

func (d *dice) between(low, high float64) float64 { return low + d.uniform()*(high-low) }

func (d *dice) chance(p float64) bool { return d.uniform() < p }

// normal has mean 0 and standard deviation 1: a sum of three uniforms, cheaper than logarithms.
func (d *dice) normal() float64 { return (d.uniform() + d.uniform() + d.uniform() - 1.5) * 2 }

// poisson draws a count with the given mean.
func (d *dice) poisson(mean float64) int {
	if mean <= 0 {
		return 0
	}
	if mean > 20 {
		return max(0, int(math.Round(mean+math.Sqrt(mean)*d.normal())))
	}
	u, p, n := d.uniform(), math.Exp(-mean), 0
	for sum := p; u >= sum && n < 100; sum += p {
		n++
		p *= mean / float64(n)
	}
	return n
}

// binomial draws the number of successes in n trials.
func (d *dice) binomial(n int, p float64) int {
	switch {
	case n <= 0 || p <= 0:
		return 0
	case p >= 1:
		return n
	case n <= 16:
		hits := 0
		for range n {
			if d.uniform() < p {
				hits++
			}
		}
		return hits
	}
	mean := float64(n) * p
	if mean < 10 {
		return min(n, d.poisson(mean))
	}
	return max(0, min(n, int(math.Round(mean+math.Sqrt(mean*(1-p))*d.normal()))))
}

// round rounds up or down at random, which preserves the mean.
func (d *dice) round(x float64) int {
	whole := math.Floor(x)
	if d.uniform() < x-whole {
		whole++
	}
	return int(whole)
}
