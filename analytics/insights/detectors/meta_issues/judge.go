// Package metaissues sizes the technical issues of pages and proposes titles and descriptions for them.
//
// It owns the test of CTR gaps and the wording of proposals; the SQL beside it groups issues into tasks.
package metaissues

import (
	"cmp"
	"math"

	"upslope/analytics/facts"
	"upslope/analytics/insights/snippets"
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
		maxDescription: facts.Number(params, "max_description"),
	}
	if suffixes := facts.Texts(params, "endings"); len(suffixes) > 0 {
		j.suffix = suffixes[0]
	}
	j.addValues(rows)
	byIssue := map[string][]map[string]string{}
	for _, row := range rows {
		examples, _ := row["examples"].([]map[string]string)
		for _, example := range examples {
			example["section"] = facts.Text(row, "template")
		}
		issue := facts.Text(row, "issue")
		byIssue[issue] = append(byIssue[issue], examples...)
	}
	for issue, examples := range byIssue {
		j.addProposals(issue, examples)
	}
	return rows, nil
}

// JudgeEvidence adds the proposed titles to the rows of evidence.sql, which are the pages of one task.
func JudgeEvidence(params map[string]any, rows []map[string]any) ([]map[string]any, error) {
	var suffix string
	if suffixes := facts.Texts(params, "endings"); len(suffixes) > 0 {
		suffix = suffixes[0]
	}
	pages := make([]page, len(rows))
	for i, row := range rows {
		pages[i] = page{
			url: facts.Text(row, "url"), title: facts.Text(row, "title"), description: facts.Text(row, "description"), heading: facts.Text(row, "h1"),
		}
		pages[i].isSectionHead = isHeadOf(facts.Text(params, "template"), pages[i].url)
	}
	in := newTitleContext(facts.Text(params, "issue"), suffix, pages)
	for i, row := range rows {
		row["proposed_title"], _ = proposeTitle(pages[i], in)
	}
	return rows, nil
}

// judge has the parameters of the detector that its decisions need.
type judge struct {
	dispersion, share, falseRate, maxDescription float64
	suffix                                       string
}

// addProposals adds titles and descriptions to the pages of an issue, and shortens what is quoted of them.
func (j judge) addProposals(issue string, examples []map[string]string) {
	pages := make([]page, len(examples))
	for i, example := range examples {
		pages[i] = page{url: example["url"], title: example["title"], description: example["description"], heading: example["heading"]}
		pages[i].isSectionHead = isHeadOf(example["section"], example["url"])
	}
	in := newTitleContext(issue, j.suffix, pages)
	for i, example := range examples {
		delete(example, "section")
		example["proposal"], _ = proposeTitle(pages[i], in)
		example["newDescription"], _ = proposeDescription(pages[i], issue, j.maxDescription)
		example["title"] = firstLetters(example["title"], maxQuotedTitle)
		example["heading"] = firstLetters(example["heading"], maxQuotedTitle)
		example["description"] = firstLetters(example["description"], maxQuotedDescription)
	}
}

// proposeDescription shortens a description that is too long.
func proposeDescription(p page, issue string, width float64) (proposal string, ok bool) {
	if issue != "long_description" {
		return "", false
	}
	proposal = snippets.Shorten(p.description, width)
	return proposal, proposal != ""
}

// isHeadOf reports whether a page is the folder of a template: /tents of /tents/*.
func isHeadOf(template, address string) bool { return template == pathOf(address)+"/*" }

func firstLetters(text string, count int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), count)])
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
	// A cause that pages share shows on all of them: clicks missing on some are set against clicks gained on
	// others.
	missing = max(0, min(missing, j.share*number("tested_expected")-number("tested_clicks")))
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
