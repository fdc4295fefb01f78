package simulator

import (
	"sync"

	"upslope/simulator/world"
)

// dayCache keeps the newest days that were made, because a client asks for the same one several times: report by report, page by page.
type dayCache struct {
	mu   sync.Mutex
	days []cachedDay
}

type cachedDay struct {
	world    *world.World
	day      world.Day
	complete float64
	showings []world.Showing
}

const cachedDays = 6

func (c *dayCache) search(w *world.World, day world.Day, complete float64) []world.Showing {
	c.mu.Lock()
	for _, cached := range c.days {
		if cached.world == w && cached.day == day && cached.complete == complete {
			c.mu.Unlock()
			return cached.showings
		}
	}
	c.mu.Unlock()
	made := cachedDay{w, day, complete, w.Search(day, complete)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.days) == cachedDays {
		c.days = c.days[1:]
	}
	c.days = append(c.days, made)
	return made.showings
}
