package knapsack

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sizes are the steps that tasks need in plans.
var sizes = []int{1, 4, 12, 32, 80}

// worthTogether is what tasks bring by the rule itself: of a query of a page the largest, of a page the larger of what is for all of it and
// of its queries together.
func worthTogether(tasks []Task, taken []int) float64 {
	type query struct {
		page int
		name int64
	}
	whole, queries, parts := map[int]float64{}, map[query]float64{}, map[int]float64{}
	for _, i := range taken {
		if one := tasks[i]; one.IsQuery {
			queries[query{one.Page, one.Query}] = max(queries[query{one.Page, one.Query}], one.Worth)
		} else {
			whole[one.Page] = max(whole[one.Page], one.Worth)
		}
	}
	for key, worth := range queries {
		parts[key.page] += worth
	}
	sum := 0.
	for page, worth := range whole {
		sum += max(worth, parts[page])
		delete(parts, page)
	}
	for _, worth := range parts {
		sum += worth
	}
	return sum
}

func stepsTogether(tasks []Task, taken []int) (steps int) {
	for _, i := range taken {
		steps += tasks[i].Steps
	}
	return steps
}

// bruteForce tries every set of tasks.
func bruteForce(tasks []Task, steps int) float64 {
	best := 0.
	for set := range 1 << len(tasks) {
		var taken []int
		for i := range tasks {
			if set&(1<<i) != 0 {
				taken = append(taken, i)
			}
		}
		if stepsTogether(tasks, taken) <= steps {
			best = max(best, worthTogether(tasks, taken))
		}
	}
	return best
}

// someTasks makes tasks; pages says of how many, the fewer the more they overlap. Some worths are equal.
func someTasks(random *rand.Rand, count, pages int) []Task {
	tasks := make([]Task, count)
	for i := range tasks {
		tasks[i] = Task{Steps: sizes[random.IntN(3)], Worth: math.Round(20*random.ExpFloat64()) + 1, Page: random.IntN(pages)}
		if random.IntN(5) > 1 {
			tasks[i].IsQuery, tasks[i].Query = true, int64(random.IntN(3))
		}
	}
	return tasks
}

func TestNoOtherSetOfTasksIsWorthMore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 3000 {
		count := 1 + random.IntN(11)
		pages := []int{1, 2, count}[n%3]
		if n%3 == 2 {
			pages = count // hardly any overlap
		}
		tasks, steps := someTasks(random, count, pages), random.IntN(40)
		taken := Choose(tasks, steps)
		got, want := worthTogether(tasks, taken), bruteForce(tasks, steps)
		if math.Abs(got-want) > 1e-9 || stepsTogether(tasks, taken) > steps {
			t.Fatalf("case %d: %v of %+v in %d steps is worth %v, %v is possible", n, taken, tasks, steps, got, want)
		}
		if got := sumOf(tasks, taken); math.Abs(got-want) > 1e-9 {
			t.Fatalf("case %d: takes tasks that bring nothing: %v of %+v", n, taken, tasks)
		}
	}
}

// sumOf is what tasks would be worth if none excluded another.
func sumOf(tasks []Task, taken []int) (sum float64) {
	for _, i := range taken {
		sum += tasks[i].Worth
	}
	return sum
}

// byTable solves what does not overlap by the plain dynamic program, whatever its size.
func byTable(tasks []Task, steps int) float64 {
	worth := make([]float64, steps+1)
	for _, one := range tasks {
		for n := steps; n >= one.Steps; n-- {
			worth[n] = max(worth[n], worth[n-one.Steps]+one.Worth)
		}
	}
	return worth[steps]
}

func TestLargeProblemsAreSolvedExactlyAndSoon(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, steps := range []int{1, 20, 333, 4000} {
		tasks := make([]Task, 3000)
		for i := range tasks {
			tasks[i] = Task{Steps: sizes[random.IntN(5)], Worth: math.Exp(3 * random.NormFloat64()), Page: i}
		}
		taken := Choose(tasks, steps)
		if got, want := sumOf(tasks, taken), byTable(tasks, steps); math.Abs(got-want) > 1e-9*want || stepsTogether(tasks, taken) > steps {
			t.Errorf("%d steps: worth %v in %d, %v is possible", steps, got, stepsTogether(tasks, taken), want)
		}
	}
}

// Many that are alike are the worst case of the bound: nothing can be left out by it.
// Sets of equals are as many as there are: whoever looks through them does not end.
func TestWhatIsAllAlikeEndsAndFillsTheTime(t *testing.T) {
	for _, steps := range []int{20, 1001, 4000} {
		tasks := make([]Task, 150_000)
		for i := range tasks {
			tasks[i] = Task{Steps: 4, Worth: 1, Page: i / 3, IsQuery: i%3 > 0, Query: int64(i % 3)}
		}
		taken := Choose(tasks, steps)
		if got, want := worthTogether(tasks, taken), float64(steps/4); got != want || stepsTogether(tasks, taken) > steps {
			t.Errorf("%d steps: worth %v, want %v", steps, got, want)
		}
	}
}

func TestNothingIsTakenWithoutTimeOrTasks(t *testing.T) {
	for _, taken := range [][]int{Choose(nil, 100), Choose([]Task{{Steps: 1, Worth: 5}}, 0), Choose([]Task{{Steps: 1, Worth: 0}, {Steps: 9, Worth: 1}}, 8)} {
		if len(taken) > 0 {
			t.Errorf("took %v", taken)
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	tasks := someTasks(random, 150_000, 60_000)
	for i := range tasks {
		tasks[i].Steps, tasks[i].Worth = sizes[random.IntN(5)], math.Exp(2*random.NormFloat64())
	}
	for _, steps := range []int{20, 200, 4000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for b.Loop() {
				if taken := Choose(tasks, steps); !slices.IsSorted(taken) {
					b.Fatal("not in order")
				}
			}
		})
	}
}
