package portfolio

import (
	"cmp"
	"slices"
)

// task is an insight that a plan can take. Two of one page exclude each other if they are for the same query,
// or one is for the whole page.
type task struct {
	insight int     // its index among the figures
	steps   int     // at least 1
	worth   float64 // above 0
	page    int
	query   int // from 1; 0: the whole page
}

// taskClass holds tasks that exclude each other, each longer and worth more than the one before: at most one
// of each effort class.
type taskClass struct {
	tasks   []task
	choices []uint8 // by steps: which of tasks the best set takes, from 1; 0: none
}

// taskPage holds what can be done for a page: one task for the whole of it, or one for each of its queries.
type taskPage struct {
	whole   taskClass
	queries []taskClass
}

// bestTasks returns the tasks that are worth most together in a number of steps: a multiple-choice knapsack
// with a class for each page and query, solved exactly by dynamic programming over the steps.
func bestTasks(tasks []task, steps int) []task {
	var pages []taskPage
	for _, alternatives := range contenders(independent(tasks, steps), steps) {
		pages = append(pages, taskPageOf(alternatives))
	}
	worth, asWhole := make([]float64, steps+1), make([]float64, steps+1) // of the best set, by steps
	for i := range pages {
		copy(asWhole, worth)
		for j := range pages[i].queries {
			pages[i].queries[j].add(worth)
		}
		whole := &pages[i].whole
		if len(whole.tasks) == 0 {
			continue
		}
		whole.add(asWhole)
		for n := range worth {
			if asWhole[n] > worth[n] {
				worth[n] = asWhole[n]
			} else {
				whole.choices[n] = 0
			}
		}
	}
	var best []task
	for _, page := range slices.Backward(pages) {
		classes := page.queries
		if choices := page.whole.choices; choices != nil && choices[steps] > 0 {
			classes = []taskClass{page.whole}
		}
		for _, class := range slices.Backward(classes) {
			if choice := class.choices[steps]; choice > 0 {
				best = append(best, class.tasks[choice-1])
				steps -= class.tasks[choice-1].steps
			}
		}
	}
	return best
}

// add adds at most one task of the class to the best sets, given by what they are worth.
func (c *taskClass) add(worth []float64) {
	c.choices = make([]uint8, len(worth))
	for n := len(worth) - 1; n > 0; n-- { // longest first: shorter sets are still without the class
		best := worth[n]
		for i := 0; i < len(c.tasks) && c.tasks[i].steps <= n; i++ {
			if with := worth[n-c.tasks[i].steps] + c.tasks[i].worth; with > best {
				best, c.choices[n] = with, uint8(i+1)
			}
		}
		worth[n] = best
	}
}

// taskPageOf makes a page of its tasks. A task that is no shorter than another of its class and worth no more
// is left out.
func taskPageOf(tasks []task) taskPage {
	var page taskPage
	for _, tasks := range byQuery(tasks) {
		class := taskClass{tasks: tasks[:1]}
		for _, one := range tasks[1:] {
			if one.worth > class.tasks[len(class.tasks)-1].worth {
				class.tasks = append(class.tasks, one)
			}
		}
		if tasks[0].query == 0 {
			page.whole = class
		} else {
			page.queries = append(page.queries, class)
		}
	}
	return page
}

// independent groups the tasks that fit such that no two groups exclude each other: by page, or by query
// where no task is for the whole page.
func independent(tasks []task, steps int) [][]task {
	var pages, groups [][]task
	for _, one := range tasks {
		for len(pages) <= one.page {
			pages = append(pages, nil)
		}
		if one.steps <= steps && one.worth > 0 {
			pages[one.page] = append(pages[one.page], one)
		}
	}
	for _, page := range pages {
		if slices.ContainsFunc(page, func(one task) bool { return one.query == 0 }) {
			groups = append(groups, page)
		} else {
			groups = append(groups, byQuery(page)...)
		}
	}
	return groups
}

// byQuery splits the tasks of a page by query, the shortest first; those for the whole page are the first of
// all.
func byQuery(tasks []task) [][]task {
	slices.SortFunc(tasks, func(a, b task) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.steps, b.steps), cmp.Compare(b.worth, a.worth), cmp.Compare(a.insight, b.insight))
	})
	var queries [][]task
	for from, to := 0, 1; from < len(tasks); to++ {
		if to == len(tasks) || tasks[to].query != tasks[from].query {
			queries = append(queries, tasks[from:to:to])
			from = to
		}
	}
	return queries
}

// contenders leaves out tasks that some best set does without: if more groups than fit beside a task have one
// that is no longer and worth more, one of these is free to take its place.
func contenders(groups [][]task, steps int) [][]task {
	type rival struct {
		group int
		worth float64 // of its best task of the size or less
	}
	sizes, left := map[int]bool{}, make([][]task, len(groups))
	for _, tasks := range groups {
		for _, one := range tasks {
			sizes[one.steps] = true
		}
	}
	for size := range sizes {
		rivals := map[int][]rival{} // by the steps of their shortest task
		for i, tasks := range groups {
			shortest, worth := size+1, 0.
			for _, one := range tasks {
				if one.steps <= size {
					shortest, worth = min(shortest, one.steps), max(worth, one.worth)
				}
			}
			if shortest <= size {
				rivals[shortest] = append(rivals[shortest], rival{i, worth})
			}
		}
		for shortest, all := range rivals {
			slices.SortFunc(all, func(a, b rival) int {
				return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(a.group, b.group))
			})
			floor := 0.
			if fit := (steps-size)/shortest + 1; fit < len(all) {
				floor, all = all[fit].worth, all[:fit]
			}
			for _, one := range all {
				for _, task := range groups[one.group] {
					if task.steps == size && task.worth >= floor {
						left[one.group] = append(left[one.group], task)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(left, func(tasks []task) bool { return len(tasks) == 0 })
}
