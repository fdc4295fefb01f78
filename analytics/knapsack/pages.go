package knapsack

import (
	"cmp"
	"slices"
)

// pages are those with the tasks that are worth most a step first; only as many are made as are needed.
type pages struct {
	tasks  []Task
	steps  int
	places []int     // of tasks, page by page
	starts []int     // where in places a page begins, and where the last one ends
	most   []float64 // by page: what its best task is worth a step
	order  []int     // of pages, by that
	made   int       // of order
	list   []page
}

func newPages(tasks []Task, steps int) *pages {
	p := &pages{tasks: tasks, steps: steps, places: make([]int, len(tasks))}
	count := 0
	for _, one := range tasks {
		count = max(count, one.Page+1)
	}
	p.starts, p.most, p.order = make([]int, count+1), make([]float64, count), make([]int, count)
	for _, one := range tasks {
		p.starts[one.Page+1]++
	}
	for i := range count {
		p.starts[i+1] += p.starts[i]
		p.order[i] = i
	}
	next := slices.Clone(p.starts)
	for i, one := range tasks {
		p.places[next[one.Page]] = i
		next[one.Page]++
		if one.Steps <= steps {
			p.most[one.Page] = max(p.most[one.Page], one.Worth/float64(one.Steps))
		}
	}
	slices.SortFunc(p.order, func(a, b int) int { return cmp.Or(cmp.Compare(p.most[b], p.most[a]), cmp.Compare(a, b)) })
	return p
}

// growWhile makes more pages as long as wanted says so of the most that a task of the next one is worth a step.
func (p *pages) growWhile(wanted func(most float64) bool) {
	for ; p.made < len(p.order) && wanted(p.most[p.order[p.made]]); p.made++ {
		number := p.order[p.made]
		p.list = append(p.list, p.pagesOf(p.places[p.starts[number]:p.starts[number+1]])...)
	}
}

// pagesOf makes a page of tasks that are of one. Where nothing is for all of it, its queries do not exclude each other: each is a page then.
func (p *pages) pagesOf(places []int) []page {
	byQuery := func(a, b int) int {
		x, y := p.tasks[a], p.tasks[b]
		if x.IsQuery != y.IsQuery {
			return cmp.Compare(number(x.IsQuery), number(y.IsQuery))
		}
		return cmp.Compare(number(x.IsQuery)*x.Query, number(y.IsQuery)*y.Query)
	}
	slices.SortFunc(places, func(a, b int) int {
		x, y := p.tasks[a], p.tasks[b]
		return cmp.Or(byQuery(a, b), cmp.Compare(x.Steps, y.Steps), cmp.Compare(y.Worth, x.Worth), cmp.Compare(a, b))
	})
	whole, parts := class{{}}, []class{}
	for from := 0; from < len(places); {
		to := from + 1
		for ; to < len(places) && byQuery(places[from], places[to]) == 0; to++ {
		}
		c := p.classOf(places[from:to])
		if !p.tasks[places[from]].IsQuery {
			whole = c
		} else if len(c) > 1 {
			parts = append(parts, c)
		}
		from = to
	}
	if len(whole) > 1 || len(parts) == 0 {
		return []page{{whole, parts}}
	}
	list := make([]page, len(parts))
	for i, part := range parts {
		list[i].whole = part
	}
	return list
}

// classOf makes a class of tasks that exclude each other, given by steps: of those that are worth no more than one before, none is needed.
func (p *pages) classOf(places []int) class {
	c := make(class, 1, len(places)+1)
	for i, place := range places {
		if one := p.tasks[place]; one.Steps <= p.steps && one.Worth > c[len(c)-1].worth {
			c = append(c, choice{one.Steps, one.Worth, places[i : i+1]})
		}
	}
	return c
}

// number is 1 for what is so.
func number(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
