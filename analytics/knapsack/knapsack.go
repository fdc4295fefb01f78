// Package knapsack chooses what to do in limited time: tasks that are worth most together, some of which exclude each other.
package knapsack

import (
	"cmp"
	"math"
	"slices"
)

// Task is something that can be done. Tasks of one page exclude each other: of those with the same query of it only one counts, and of a
// page either one that is for all of it, or those for its queries.
type Task struct {
	Steps int     // of time that it needs, at least 1
	Worth float64 // above 0
	Page  int     // which one, from 0
	Query int64   // which one of the page; ignored unless IsQuery
	// IsQuery says that the task is for a query of the page, not for all of it.
	IsQuery bool
}

// choice is one thing that can be taken, of several that exclude each other; the first one of a class is nothing.
type choice struct {
	steps int
	worth float64
	tasks []int
}

// gains is what a choice is worth when a step costs price.
func (c choice) gains(price float64) float64 { return c.worth - price*float64(c.steps) }

// class is choices of which one is taken, by steps; a later one is worth more.
type class []choice

// best is the choice that gains most at a price of a step; of equals the one that needs least.
func (c class) best(price float64) int {
	best := 0
	for i := range c {
		if c[i].gains(price) > c[best].gains(price) {
			best = i
		}
	}
	return best
}

// page is all that can be done for the clicks of a page: whole, one task for all of them, or parts, one a query.
type page struct {
	whole class
	parts []class
}

// sides answers what the page gains at a price by its parts and as a whole.
func (p page) sides(price float64) (parts, whole float64) {
	for _, part := range p.parts {
		parts += part[part.best(price)].gains(price)
	}
	return parts, p.whole[p.whole.best(price)].gains(price)
}

// taken calls each with what gains most of the page at a price.
func (p page) taken(price float64, each func(choice)) {
	if len(p.parts) > 0 {
		if parts, whole := p.sides(price); parts >= whole {
			for _, part := range p.parts {
				each(part[part.best(price)])
			}
			return
		}
	}
	each(p.whole[p.whole.best(price)])
}

// mostWork bounds what one plan may cost to work out: beyond it, what is least in doubt is decided by the price of a step alone.
const mostWork = 20_000_000

// Choose answers the places of the tasks that are worth most together in so many steps, as a multiple-choice knapsack with one class for each page and
// query. What a step is worth at the margin (the Lagrange multiplier of the steps) gives a bound; what cannot be part of a better solution
// than the one that is known is left out, and the rest is solved exactly by dynamic programming (Pisinger 1995, A minimal algorithm for the
// multiple-choice knapsack problem). It is exact as long as the rest is within mostWork.
func Choose(tasks []Task, steps int) []int {
	pages, price := dearest(tasks, steps)
	known := filled(pages.list, price, steps)
	gap := bound(pages.list, price, steps) - worthOf(known) + tolerance(worthOf(known))
	pages.growWhile(func(most float64) bool { return price-most <= gap }) // a task of any other needs a step at least, so it costs more than that

	var fixed []choice
	var open []class
	decide := func(c class) {
		best := c[c.best(price)].gains(price)
		isOut := func(one choice) bool { return best-one.gains(price) > gap+tolerance(best) }
		left := slices.DeleteFunc(slices.Clone(c[1:]), isOut)
		switch {
		case len(left) == 0: // nothing is best
		case len(left) == 1 && isOut(c[0]):
			fixed = append(fixed, left[0])
		default:
			open = append(open, append(class{{}}, left...))
		}
	}
	for _, p := range pages.list {
		parts, whole := p.sides(price)
		switch {
		case len(p.parts) == 0 || whole-parts > gap+tolerance(whole):
			decide(p.whole)
		case len(p.whole) == 1 || parts-whole > gap+tolerance(parts):
			for _, part := range p.parts {
				decide(part)
			}
		default:
			decide(together(p, steps))
		}
	}
	left := steps
	for _, one := range fixed {
		left -= one.steps
	}
	if left < 0 {
		return tasksOf(known) // nothing is better
	}
	fixed, open = bounded(fixed, open, price, &left)
	if found := append(fixed, solve(open, left)...); worthOf(found) > worthOf(known) {
		return tasksOf(found)
	}
	return tasksOf(known)
}

// tolerance is how much sums may be off.
func tolerance(of float64) float64 { return 1e-9 * (1 + math.Abs(of)) }

// dearest makes the pages whose best tasks are worth more a step than a step is worth at the margin, which it answers too: no other takes
// part at that price.
func dearest(tasks []Task, steps int) (p *pages, price float64) {
	p = newPages(tasks, steps)
	for want := 2*steps + 100; ; want *= 2 {
		p.growWhile(func(float64) bool { return p.made < want })
		price = priceOf(p.list, steps)
		if p.made == len(p.order) || price >= p.most[p.order[p.made]] {
			return p, price
		}
	}
}

// priceOf is what a step is worth at the margin: the least price at which what gains most fits.
func priceOf(pages []page, steps int) float64 {
	needs := func(price float64) int {
		sum := 0
		for _, p := range pages {
			p.taken(price, func(one choice) { sum += one.steps })
		}
		return sum
	}
	if needs(0) <= steps {
		return 0
	}
	low, high := 0., 0.
	for _, p := range pages {
		for _, c := range append([]class{p.whole}, p.parts...) {
			for _, one := range c[1:] {
				high = max(high, one.worth/float64(one.steps))
			}
		}
	}
	for range 50 {
		if middle := (low + high) / 2; needs(middle) > steps {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// bound is more than any solution is worth, or as much.
func bound(pages []page, price float64, steps int) float64 {
	sum := price * float64(steps)
	for _, p := range pages {
		parts, whole := p.sides(price)
		sum += max(parts, whole)
	}
	return sum
}

// filled is a solution: what gains at the price, and in the steps that are left what is worth most a step.
func filled(pages []page, price float64, steps int) []choice {
	var all, more []choice
	for _, p := range pages {
		took := false
		p.taken(price, func(one choice) {
			if one.steps > 0 {
				all, took, steps = append(all, one), true, steps-one.steps
			}
		})
		if took {
			continue
		}
		side := []class{p.whole}
		if len(p.parts) > 0 {
			side = p.parts
		}
		for _, c := range side {
			more = append(more, c[len(c)-1])
		}
	}
	if steps < 0 {
		return nil // the price is one of rounding
	}
	slices.SortStableFunc(more, func(a, b choice) int {
		return cmp.Compare(b.worth*float64(max(a.steps, 1)), a.worth*float64(max(b.steps, 1)))
	})
	for _, one := range more {
		if one.steps > 0 && one.steps <= steps {
			all, steps = append(all, one), steps-one.steps
		}
	}
	return all
}

// together makes one class of all that can be done for a page.
func together(p page, steps int) class {
	most := 0
	for _, part := range p.parts {
		most += part[len(part)-1].steps
	}
	most = min(most, steps)
	c := slices.Clone(p.whole)
	for n := 1; n <= most; n++ {
		c = append(c, choice{steps: n})
	}
	worth, took := table(p.parts, most)
	for n := 1; n <= most; n++ {
		one := &c[len(p.whole)+n-1]
		one.worth = worth[n]
		for _, part := range traced(p.parts, took, n) {
			one.tasks = append(one.tasks, part.tasks...)
		}
	}
	slices.SortStableFunc(c, func(a, b choice) int {
		return cmp.Or(cmp.Compare(a.steps, b.steps), cmp.Compare(b.worth, a.worth))
	})
	best := c[:1]
	for _, one := range c[1:] {
		if one.worth > best[len(best)-1].worth {
			best = append(best, one)
		}
	}
	return best
}

// bounded decides the classes that are least in doubt, as many as it takes to solve the others within mostWork.
func bounded(fixed []choice, open []class, price float64, steps *int) ([]choice, []class) {
	work, kept := 0, []class{}
	for _, c := range leastDecided(open, price) {
		if work += len(c) * (*steps + 1); work <= mostWork {
			kept = append(kept, c)
			continue
		}
		if one := c[c.best(price)]; one.steps <= *steps {
			fixed, *steps = append(fixed, one), *steps-one.steps
		}
	}
	return fixed, kept
}

// leastDecided sorts classes by what their second best choice would cost.
func leastDecided(classes []class, price float64) []class {
	type doubtful struct {
		class
		costs float64
	}
	all := make([]doubtful, len(classes))
	for n, c := range classes {
		best := c.best(price)
		all[n] = doubtful{c, math.Inf(1)}
		for i := range c {
			if i != best {
				all[n].costs = min(all[n].costs, c[best].gains(price)-c[i].gains(price))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b doubtful) int { return cmp.Compare(a.costs, b.costs) })
	sorted := make([]class, len(all))
	for i, one := range all {
		sorted[i] = one.class
	}
	return sorted
}

// solve takes one choice of each class, worth most together in so many steps.
func solve(classes []class, steps int) []choice {
	_, took := table(classes, steps)
	return traced(classes, took, steps)
}

// table is the dynamic program: what the classes are worth at most in up to so many steps, and which choice each of them then is.
func table(classes []class, steps int) (worth []float64, took [][]uint16) {
	worth, took = make([]float64, steps+1), make([][]uint16, len(classes))
	for i, c := range classes {
		took[i] = make([]uint16, steps+1)
		for n := steps; n >= 0; n-- {
			best := worth[n]
			for j := 1; j < len(c) && c[j].steps <= n; j++ {
				if with := worth[n-c[j].steps] + c[j].worth; with > best {
					best, took[i][n] = with, uint16(j)
				}
			}
			worth[n] = best
		}
	}
	return worth, took
}

// traced reads from a table what was chosen.
func traced(classes []class, took [][]uint16, steps int) []choice {
	var all []choice
	for i := len(classes) - 1; i >= 0; i-- {
		if one := classes[i][took[i][steps]]; one.steps > 0 {
			all, steps = append(all, one), steps-one.steps
		}
	}
	return all
}

func worthOf(choices []choice) float64 {
	sum := 0.
	for _, one := range choices {
		sum += one.worth
	}
	return sum
}

func tasksOf(choices []choice) []int {
	var tasks []int
	for _, one := range choices {
		tasks = append(tasks, one.tasks...)
	}
	slices.Sort(tasks)
	return tasks
}
