package portfolio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// sizes are the steps that tasks need in plans.
var sizes = []int{1, 4, 12, 32, 80}

// worthTogether is what tasks bring by the rule itself: of a query of a page the largest, of a page the
// larger of what is for all of it and of its queries together.
func worthTogether(taken []task) float64 {
	type query struct{ page, query int }
	whole, queries, parts := map[int]float64{}, map[query]float64{}, map[int]float64{}
	for _, one := range taken {
		if one.query > 0 {
			queries[query{one.page, one.query}] = max(queries[query{one.page, one.query}], one.worth)
		} else {
			whole[one.page] = max(whole[one.page], one.worth)
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

func stepsTogether(taken []task) (steps int) {
	for _, one := range taken {
		steps += one.steps
	}
	return steps
}

// bruteForce tries every set of tasks.
func bruteForce(tasks []task, steps int) float64 {
	best := 0.
	for set := range 1 << len(tasks) {
		var taken []task
		for i, one := range tasks {
			if set&(1<<i) != 0 {
				taken = append(taken, one)
			}
		}
		if stepsTogether(taken) <= steps {
			best = max(best, worthTogether(taken))
		}
	}
	return best
}

// someTasks makes tasks; pages says of how many, the fewer the more they overlap. Some worths are equal.
func someTasks(random *rand.Rand, count, pages int) []task {
	tasks := make([]task, count)
	for i := range tasks {
		tasks[i] = task{steps: sizes[random.IntN(3)], worth: math.Round(20*random.ExpFloat64()) + 1, page: random.IntN(pages)}
		if random.IntN(5) > 1 {
			tasks[i].query = 1 + random.IntN(3)
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
		taken := bestTasks(tasks, steps)
		got, want := worthTogether(taken), bruteForce(tasks, steps)
		if math.Abs(got-want) > 1e-9 || stepsTogether(taken) > steps {
			t.Fatalf("case %d: %v of %+v in %d steps is worth %v, %v is possible", n, taken, tasks, steps, got, want)
		}
		if got := sumOf(taken); math.Abs(got-want) > 1e-9 {
			t.Fatalf("case %d: takes tasks that bring nothing: %v of %+v", n, taken, tasks)
		}
	}
}

// sumOf is what tasks would be worth if none excluded another.
func sumOf(taken []task) (sum float64) {
	for _, one := range taken {
		sum += one.worth
	}
	return sum
}

// byTable solves what does not overlap by the plain dynamic program, whatever its size.
func byTable(tasks []task, steps int) float64 {
	worth := make([]float64, steps+1)
	for _, one := range tasks {
		for n := steps; n >= one.steps; n-- {
			worth[n] = max(worth[n], worth[n-one.steps]+one.worth)
		}
	}
	return worth[steps]
}

func TestLargeProblemsAreSolvedExactlyAndSoon(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, steps := range []int{1, 20, 333, 4000} {
		tasks := make([]task, 3000)
		for i := range tasks {
			tasks[i] = task{steps: sizes[random.IntN(5)], worth: math.Exp(3 * random.NormFloat64()), page: i}
		}
		taken := bestTasks(tasks, steps)
		if got, want := sumOf(taken), byTable(tasks, steps); math.Abs(got-want) > 1e-9*want || stepsTogether(taken) > steps {
			t.Errorf("%d steps: worth %v in %d, %v is possible", steps, got, stepsTogether(taken), want)
		}
	}
}

// Many that are alike are the worst case of the bound: nothing can be left out by it.
// Sets of equals are as many as there are: whoever looks through them does not end.
func TestWhatIsAllAlikeEndsAndFillsTheTime(t *testing.T) {
	for _, steps := range []int{20, 1001, 4000} {
		tasks := make([]task, 150_000)
		for i := range tasks {
			tasks[i] = task{steps: 4, worth: 1, page: i / 3, query: i % 3}
		}
		taken := bestTasks(tasks, steps)
		if got, want := worthTogether(taken), float64(steps/4); got != want || stepsTogether(taken) > steps {
			t.Errorf("%d steps: worth %v, want %v", steps, got, want)
		}
	}
}

func TestNothingIsTakenWithoutTimeOrTasks(t *testing.T) {
	for _, taken := range [][]task{bestTasks(nil, 100), bestTasks([]task{{steps: 1, worth: 5}}, 0), bestTasks([]task{{steps: 1, worth: 0}, {steps: 9, worth: 1}}, 8)} {
		if len(taken) > 0 {
			t.Errorf("took %v", taken)
		}
	}
}

func BenchmarkBestTasks(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	tasks := someTasks(random, 150_000, 60_000)
	for i := range tasks {
		tasks[i].steps, tasks[i].worth = sizes[random.IntN(5)], math.Exp(2*random.NormFloat64())
	}
	for _, steps := range []int{20, 200, 4000} {
		b.Run(fmt.Sprint(steps), func(b *testing.B) {
			for b.Loop() {
				if taken := bestTasks(tasks, steps); stepsTogether(taken) > steps {
					b.Fatal("does not fit")
				}
			}
		})
	}
}
