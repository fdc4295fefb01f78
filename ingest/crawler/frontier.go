package crawler

import (
	"net/url"
)

// Address is a URL that a crawl knows of.
type Address struct {
	Position int // in the order of discovery, from 0
	URL      string
	Depth    int // clicks from the start; -1 for what only a sitemap lists
	Read     bool
}

// sitemapTurn is how often an address of a sitemap goes first: links lead to what matters, and sitemaps to
// what links do not reach.
const sitemapTurn = 4

// frontier are the addresses of a crawl: those known and, in two queues, those not yet asked for.
type frontier struct {
	known    map[string]bool
	families map[string]int
	linked   []Address
	listed   []Address // by sitemaps
	turn     int
	most     int                // addresses that are kept
	left     map[string]leftOut // by reason
}

// leftOut are addresses that are not asked for.
type leftOut struct {
	count   int
	example string
}

// The reasons to leave addresses out.
const (
	leftEndless    = "endless"
	leftParameters = "parameters"
	leftCalendar   = "numbers"
	leftFull       = "full"
	leftScope      = "scope"
	leftRedirects  = "redirects"
)

func newFrontier(maxPages int) *frontier {
	return &frontier{known: map[string]bool{}, families: map[string]int{}, left: map[string]leftOut{}, most: 10*maxPages + 1000}
}

// add queues an address unless it is known, or one of endlessly many.
func (f *frontier) add(address string, depth int) (added Address, isNew bool) {
	if f.known[address] {
		return added, false
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return added, false
	case len(f.known) >= f.most:
		f.leave(leftFull, address)
		return added, false
	case endless(u):
		f.leave(leftEndless, address)
		return added, false
	}
	if name, most := family(u); most > 0 {
		if f.families[name] >= most {
			if u.RawQuery != "" {
				f.leave(leftParameters, address)
			} else {
				f.leave(leftCalendar, address)
			}
			return added, false
		}
		f.families[name]++
	}
	added = Address{Position: len(f.known), URL: address, Depth: depth}
	f.known[address] = true
	f.queue(added)
	return added, true
}

// leave counts an address that is not asked for.
func (f *frontier) leave(reason, address string) {
	left := f.left[reason]
	if left.count++; left.example == "" {
		left.example = address
	}
	f.left[reason] = left
}

func (f *frontier) queue(address Address) {
	if address.Depth < 0 {
		f.listed = append(f.listed, address)
		return
	}
	f.linked = append(f.linked, address)
}

// restore adds an address of an earlier attempt.
func (f *frontier) restore(address Address) {
	f.known[address.URL] = true
	if u, err := url.Parse(address.URL); err == nil {
		if name, most := family(u); most > 0 {
			f.families[name]++
		}
	}
	if !address.Read {
		f.queue(address)
	}
}

// next takes the address to ask for next.
func (f *frontier) next() (address Address, found bool) {
	f.turn++
	queue := &f.linked
	if len(f.linked) == 0 || f.turn%sitemapTurn == 0 && len(f.listed) > 0 {
		queue = &f.listed
	}
	if len(*queue) == 0 {
		return address, false
	}
	address = (*queue)[0]
	*queue = (*queue)[1:]
	return address, true
}

// again puts an address first that could not be read yet.
func (f *frontier) again(address Address) { f.linked = append([]Address{address}, f.linked...) }

func (f *frontier) waiting() int { return len(f.linked) + len(f.listed) }
