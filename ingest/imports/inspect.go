package imports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"upslope"
	"upslope/ingest/crawl"
)

// files is what the tables of a file are about, as their addresses and names say.
type files struct {
	linkTabs  int
	otherSite string   // the host that most addresses are on, when the site does not own it
	left      []uint16 // tables that are not imported, as other sites' in an archive
	partial   string   // a sentence: why pages may be missing; "" when nothing says so
	notes     []string // sentences
}

func (f files) changesRows() bool { return f.otherSite != "" || len(f.left) > 0 }

func (f files) ownDomains() []string {
	if f.otherSite == "" {
		return []string{}
	}
	host, _, _ := strings.Cut(f.otherSite, ":") // as domain() in SQL, without the port
	return []string{host}
}

func (f files) leftOut() []uint16 {
	if f.left == nil {
		return []uint16{}
	}
	return f.left
}

func (f files) warnings(site upslope.Site) []string {
	list := []string{}
	if f.otherSite != "" {
		list = append(list, otherDomain(site))
	}
	if f.partial != "" {
		list = append(list, f.partial)
	}
	return append(list, f.notes...)
}

// inspect finds out whether the file is what its sender takes it for. A Conflict asks them.
func (a *attempt) inspect(file *crawl.File) error {
	summary := file.Summary()
	a.files = files{partial: a.partial(summary), notes: slices.Clone(a.upload.Notes)}
	sites := a.sitesOfTabs(summary)
	for i, tab := range a.tabs {
		if tab.Kind == crawl.Links && a.tabRows[i] > 0 {
			a.files.linkTabs++
		}
	}
	hosts := slices.Sorted(maps.Keys(sites))
	_, hasOwn := sites[""]
	switch {
	case len(hosts) == 0 || len(hosts) == 1 && hasOwn:
	case len(hosts) == 1:
		if a.upload.SiteGiven && !a.upload.Confirmed {
			return asksSite(hosts[0], "This crawl is of %s, not of %s. Import it for another site, import it here anyway, or cancel.", hosts[0], a.site.Domain)
		}
		a.files.otherSite = hosts[0]
	case !a.upload.Confirmed:
		names := slices.Clone(hosts)
		if names[0] == "" {
			names[0] = a.site.Domain
		}
		return asksSite(names[len(names)-1], "The file contains crawls of several sites: %s. Confirm the import to read only the crawl of %s.", strings.Join(names, " and "), a.site.Domain)
	default:
		a.leaveOut(sites, hasOwn)
	}
	if first, second, twice := a.twice(); twice && !a.upload.Confirmed {
		return asksSite(a.site.Domain, "The file contains the same report twice, %s and %s, so it may hold two crawls. Upload one crawl at a time, or confirm the import to combine them.",
			first, second)
	}
	return nil
}

// asksSite is a question to the sender; domain is whose crawl the file seems to be.
func asksSite(domain, format string, args ...any) error {
	question := upslope.Errorf(upslope.Conflict, format, args...)
	question.Domain = domain
	return question
}

// sitesOfTabs groups the tables by site: "" is the import's, others are hosts. Tables that also list other
// sites count only alone and without an address of the site; a page's files, such as images, never.
func (a *attempt) sitesOfTabs(summary crawl.Summary) map[string][]int {
	sites, mixedSites := map[string][]int{}, map[string][]int{}
	for i, hosts := range summary.TabHosts {
		tab := a.tabs[i]
		if tab.Scope == crawl.ForeignScope || tab.Scope == crawl.FilesScope || len(hosts) == 0 {
			continue
		}
		var own, all int64
		domains := map[string]int64{}
		for host, addresses := range hosts {
			all += addresses
			if a.site.Owns(host) || upslope.HostBelongsTo(host, a.site.Domain) {
				own += addresses
			}
			domains[strings.TrimPrefix(host, "www.")] += addresses
		}
		main := slices.MaxFunc(slices.Sorted(maps.Keys(domains)), func(one, two string) int { return cmp.Compare(domains[one], domains[two]) })
		mixed := tab.Kind == crawl.Redirects || tab.Report == "Response Codes" || tab.Report == "Security" || tab.Report == "URL" || tab.Report == "Images" ||
			tab.Scope == crawl.PartScope
		switch {
		case own*2 >= all:
			sites[""] = append(sites[""], i)
		case mixed && (own > 0 || domains[main]*10 < all*9 && tab.Scope != crawl.SiteScope):
		case mixed:
			mixedSites[main] = append(mixedSites[main], i)
		default:
			sites[main] = append(sites[main], i)
		}
	}
	if len(sites) == 0 {
		return mixedSites
	}
	return sites
}

// leaveOut skips the tables of other sites.
func (a *attempt) leaveOut(sites map[string][]int, hasOwn bool) {
	if !hasOwn { // none is of the site: its owner wants them all
		a.files.otherSite = slices.Sorted(maps.Keys(sites))[0]
		return
	}
	for _, host := range slices.Sorted(maps.Keys(sites)) {
		for _, i := range sites[host] {
			if host != "" {
				a.files.left = append(a.files.left, order(i, a.tabs[i]))
				a.files.notes = append(a.files.notes, fmt.Sprintf("%s was left out: it is of %s.", a.tabs[i].Name, host))
			}
		}
	}
}

// twice finds two tables of an archive that are the same report, as of two crawls.
func (a *attempt) twice() (first, second string, found bool) {
	for i, one := range a.tabs {
		if one.Kind != crawl.Pages || a.tabRows[i] == 0 || slices.Contains(a.files.left, order(i, one)) {
			continue
		}
		for j, two := range a.tabs[:i] {
			if two.Kind == crawl.Pages && a.tabRows[j] > 0 && !slices.Contains(a.files.left, order(j, two)) &&
				one.Report == two.Report && one.Filter == two.Filter && one.Crawler == two.Crawler && sameFields(recognizedTab(one, 0), recognizedTab(two, 0)) {
				return two.Name, one.Name, true
			}
		}
	}
	return "", "", false
}

// freeLimit is where Screaming Frog's free version stops.
const freeLimit = 500

// partial says why pages of the crawl may be missing from the file, "" when nothing does.
func (a *attempt) partial(summary crawl.Summary) string {
	if a.upload.EndedEarly != "" {
		return a.upload.EndedEarly
	}
	if summary.Truncated {
		return "The file is cut off: it ends in the middle of a row, so pages may be missing. Export it again."
	}
	var internal, external int64
	for i, tab := range a.tabs {
		switch {
		case tab.Crawler != "Screaming Frog" || tab.Filter != "":
		case tab.Scope == crawl.ForeignScope:
			external = a.tabRows[i]
		case tab.Report == "Internal":
			internal = a.tabRows[i]
		}
	}
	if internal == freeLimit || internal > 0 && internal+external == freeLimit {
		return "The crawl has exactly 500 URLs, where Screaming Frog's free version stops, so pages may be missing."
	}
	return ""
}
