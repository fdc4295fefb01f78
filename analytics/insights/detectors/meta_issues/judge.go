// Package metaissues sizes the technical issues of pages and proposes titles and descriptions for them.
//
// It owns the test of CTR gaps and the wording of proposals; the SQL beside it groups issues into tasks.
package metaissues

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/stats"
)

// probabilityReal is that of an issue without a CTR gap: pages change after a crawl. See docs/method.md,
// technical issues.
const probabilityReal = .95

// Longest texts of a page that are quoted, in characters.
const (
	maxQuotedTitle       = 200
	maxQuotedDescription = 400
)

// Judge adds values and proposals to the rows of detector.sql.
func Judge(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	j := judge{
		dispersion: facts.Number(params, "dispersion"), share: facts.Number(params, "gap_share"), falseRate: facts.Number(params, "false_share"),
		minPages: int(facts.Number(params, "min_pages")), oneCauseShare: facts.Number(params, "one_cause_share"), suffix: suffixOf(params),
		mainHost: facts.Text(params, "main_host"),
	}
	j.addValues(rows)
	records := recordsOf(rows)
	copies, sells := copiesOf(rows, records), sellsProducts(rows)
	byIssue := map[string][]map[string]string{}
	for _, row := range rows {
		row["section"] = strings.TrimSuffix(facts.Text(row, "template"), "/*")
		leaveToHand(row, sells)
		examples := leaveRest(row)
		for _, example := range examples {
			example["template"], example["hop"] = facts.Text(row, "template"), ""
			if facts.Text(row, "issue") == "redirect_chain" && example["issue"] == "linked_redirect" {
				example["hop"] = "1"
			}
		}
		addTwins(row, examples)
		addRecords(records, examples)
		addCopies(row, copies, examples)
		j.addSharedWords(row, examples)
		issue := facts.Text(row, "issue")
		byIssue[issue] = append(byIssue[issue], examples...)
		addKinds(row, examples, sells)
	}
	for issue, examples := range byIssue {
		j.addProposals(issue, examples)
	}
	for _, row := range rows {
		addTitleDefects(row)
		sortByProposal(row)
		addPatterns(row)
		addChanges(row)
		addReady(row, strings.TrimSpace(j.suffix))
		addMenuHeadings(row)
		examples, _ := row["examples"].([]map[string]string)
		row["linking_pages"], row["only_relinks"] = linkingPages(row, examples), countWith(examples, "relinks") == len(examples)
		row["is_most_shared"] = 2*facts.Number(row, "most_shared_pages") > facts.Number(row, "affected_pages")
		row["is_trifle"] = isTrifle(row)
		addOwnPages(row, examples)
		row["seeks_links"], row["is_crumb"], row["chained"] = seeksLinks(row, examples), false, []map[string]string{}
		if most := int(facts.Number(params, "shown_rows")); most > 0 && len(examples) > most {
			row["examples"] = examples[:most] // the others were only counted
		}
		if facts.Number(row, "crawled_pages") == 0 {
			row["crawled_pages"] = nil // the crawl does not say which addresses are pages
		}
	}
	return slices.DeleteFunc(rows, func(row map[string]any) bool { return isNoFinding(row) || isAboutRecords(row) || isAboutCopies(row) }), nil
}

// indexFile is the end of the address of a folder's index file.
var indexFile = regexp.MustCompile(`(?i)/(index|default)\.(html?|php|aspx?|jsp)$`)

// addTwins names the folder of an index file, which is the same page: it needs a redirect, not a title.
func addTwins(row map[string]any, examples []map[string]string) {
	addresses := map[string]string{}
	for _, example := range examples {
		addresses[strings.TrimSuffix(example["url"], "/")] = example["url"]
	}
	row["index_file"] = ""
	for _, example := range examples {
		example["twin"] = ""
		if folder := indexFile.ReplaceAllString(example["url"], ""); folder != example["url"] && facts.Text(row, "issue") == "duplicate_title" {
			if example["twin"] = addresses[folder]; example["twin"] != "" && facts.Number(row, "affected_pages") == 2 {
				row["index_file"] = example["url"]
			}
		}
	}
}

// helpers are the columns of evidence.sql that only proposals need.
var helpers = []string{"second_heading", "measured", "queries", "pages_with_heading", "pages_with_second", "pages_with_title", "titles_like_heading", "words"}

// JudgeEvidence adds the proposed titles to the rows of evidence.sql, which are the pages of one task.
func JudgeEvidence(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	pages := make([]page, len(rows))
	for i, row := range rows {
		row["heading"] = row["h1"]
		pages[i] = pageOf(func(name string) string { return facts.Text(row, name) }, facts.Text(params, "template"))
	}
	in := newTitleContext(facts.Text(params, "issue"), suffixOf(params), pages)
	for i, row := range rows {
		proposed, _ := proposeTitle(pages[i], in)
		row["proposed_title"] = undoubled(in.endedOnce(proposed))
		if facts.Text(params, "issue") == "repeated_suffix" {
			row["proposed_title"] = endedOnce(facts.Text(row, "title"), endingIn(facts.Text(row, "details")))
		}
		delete(row, "heading")
		for _, name := range helpers {
			delete(row, name)
		}
	}
	isUnknown := func(row map[string]any) bool { return len(facts.Texts(row, "linked_from")) == 0 }
	if !slices.ContainsFunc(rows, func(row map[string]any) bool { return !isUnknown(row) }) {
		for _, row := range rows {
			delete(row, "linked_from")
		}
	}
	return rows, nil
}

// suffixOf is the end that most titles of the site have; "" without one.
func suffixOf(params map[string]any) string {
	if suffixes := facts.Texts(params, "endings"); len(suffixes) > 0 {
		return suffixes[0]
	}
	return ""
}

// judge has the parameters of the detector that its decisions need.
type judge struct {
	dispersion, share, falseRate float64
	minPages                     int
	oneCauseShare                float64
	suffix, mainHost             string
}

// addProposals adds titles, descriptions and headings to the pages of an issue, and shortens what is quoted.
func (j judge) addProposals(issue string, examples []map[string]string) {
	pages := make([]page, len(examples))
	for i, example := range examples {
		pages[i] = pageOf(func(name string) string { return example[name] }, example["template"])
	}
	in := newTitleContext(issue, j.suffix, pages)
	for i, example := range examples {
		p := pages[i]
		addDetails(example)
		example["live"] = example["title"]
		if example["successor"] != "" && !mayReplace(p.url, example["successor"]) {
			example["successor"], example["tail"] = "", ""
		}
		example["proposal"], _ = proposeTitle(p, in)
		if example["proposal"] == "" {
			example["proposal"] = example["withoutShared"]
		}
		example["stays"] = ""
		if example["proposal"] != "" && example["proposal"] == p.title || example["keepsCopy"] != "" {
			example["stays"] = "1"
		}
		in.addEnding(p, example)
		switch {
		case example["copyOf"] != "":
			example["proposal"] = ""
		case example["keepsCopy"] != "" || example["proposal"] == p.title:
			example["proposal"] = undoubled(in.endedOnce(p.title))
		}
		example["saysMore"] = ""
		if example["proposal"] != "" && !sameText(in.own(example["proposal"]), in.own(p.title)) {
			example["saysMore"] = "1"
		}
		example["keeps"], example["lead"], example["byAddress"] = "", "", ""
		if !in.namesPage(p) && p.slug() != "" && strings.HasPrefix(strings.ToLower(example["proposal"]), p.slug()) {
			example["byAddress"] = "1"
		}
		switch {
		case example["recordOf"] != "":
			example["proposal"] = ""
		case issue == "duplicate_description" && in.owners[strings.ToLower(p.description)] == p.url:
			example["keeps"] = p.url
		case issue == "duplicate_title" || issue == "missing_title":
			example["lead"] = in.nameOf(p)
		}
		example["isHomeRelated"], example["isHome"] = "", ""
		if p.isHome() && !isElsewhere(upslope.HostOf(p.url), j.mainHost) {
			example["isHome"] = "1"
		}
		if pathOf(example["related"]) == "/" && !p.isHome() {
			example["isHomeRelated"] = "1"
		}
		example["newDescription"], _ = proposeDescription(p, issue)
		example["lastWords"] = lastWords(example["newDescription"])
		addHeading(example, p, issue, in)
		example["tooShort"] = tooShort(p, issue)
		example["cover"], example["copyOf"] = quoted(in.searches(p)), cmp.Or(example["copyOf"], in.copyOf(p))
		example["instead"] = "" // of a canonical
		if issue == "canonical_to_redirect" {
			if isSamePage(example["related"], p.url) {
				example["related"] = p.url // but for the trailing slash
			}
			if indexFile.ReplaceAllString(p.url, "/") == example["related"] && indexFile.MatchString(p.url) {
				example["instead"] = upslope.ActionRedirect
			}
		}
		example["source"], example["target"] = addressesOf(example["url"], cmp.Or(example["related"], example["successor"]), j.mainHost)
		addPair(example)
		example["relative"] = relativeLink(example)
		addSelf(example, j.mainHost)
		addRelinks(example)
		example["isFile"] = cmp.Or(fileName.FindString(pathOf(p.url)), imageName.FindString(pathOf(p.url)))
		addMalformed(example)
		addNamed(example, p, j.mainHost)
		example["main"], example["subject"] = in.mainQuery(p), in.subject(p)
		example["title"] = firstLetters(in.endedOnce(p.title), maxQuotedTitle)
		example["heading"] = firstLetters(p.heading, maxQuotedTitle)
		example["description"] = firstLetters(p.description, maxQuotedDescription)
	}
}

// gap is a page with fewer clicks than expected at its positions.
type gap struct {
	page            string
	clicks, missing float64
	pValue          float64
}

// addValues adds the value of each task: the clicks at risk, else those that significant CTR gaps cost.
// Everything else stays unknown.
func (j judge) addValues(rows []map[string]any) {
	gaps, tests := make([][]gap, len(rows)), 0
	var values []float64
	for i, row := range rows {
		tests += int(facts.Number(row, "tested_pages"))
		expected, clicks := facts.Numbers(row, "short_expected"), facts.Numbers(row, "short_clicks")
		for k, name := range facts.Texts(row, "short_pages") {
			p := stats.CountBelow(clicks[k], expected[k], j.dispersion)
			gaps[i], values = append(gaps[i], gap{name, clicks[k], j.share*expected[k] - clicks[k], p}), append(values, p)
		}
	}
	limit, ok := stats.SignificantPValue(values, tests, j.falseRate)
	for i, row := range rows {
		var significant []gap
		for _, g := range gaps[i] {
			if ok && g.pValue <= limit && g.missing > 0 {
				significant = append(significant, g)
			}
		}
		j.addValue(row, significant)
	}
}

func (j judge) addValue(row map[string]any, gaps []gap) {
	number := func(name string) float64 { return facts.Number(row, name) }
	missing, variance, worst := 0., 0., gap{}
	byPage := make(map[string]float64, len(gaps)) // clicks a month
	for _, g := range gaps {
		byPage[g.page] = number("to_month") * g.missing
		missing += g.missing
		variance += j.dispersion * max(1, g.clicks)
		if cmp.Or(cmp.Compare(g.missing, worst.missing), cmp.Compare(g.page, worst.page)) > 0 {
			worst = g
		}
	}
	if number("is_few") == 0 {
		// A cause that pages share shows on all of them: clicks missing on some are set against clicks gained
		// on others.
		missing = max(0, min(missing, j.share*number("tested_expected")-number("tested_clicks")))
	}
	row["probability_real"], row["more_clicks"], row["gap_pages"], row["gap_page"] = probabilityReal, nil, nil, worst.page
	row["gap_clicks"] = byPage
	toMonth := number("to_month")
	if missing > 0 {
		row["probability_real"], row["more_clicks"], row["gap_pages"] = 1-j.falseRate, math.Round(toMonth*missing), uint64(len(gaps))
	}
	share, clicks := number("share_at_risk"), number("clicks_at_risk")
	mid, spread := missing, stats.Z90*math.Sqrt(variance)
	if share > 0 && clicks > 0 {
		// Clicks vary, and nobody knows which share of them is lost: as far from the usual one as that is
		// from all.
		sampling, success := stats.Z90*share, (1-share)*clicks
		mid, spread = share*clicks, math.Sqrt(j.dispersion*clicks*(sampling*sampling)+success*success)
	}
	if mid > 0 {
		row["value_low"], row["value_mid"], row["value_high"] = toMonth*max(0, mid-spread), toMonth*mid, toMonth*(mid+spread)
	}
}
