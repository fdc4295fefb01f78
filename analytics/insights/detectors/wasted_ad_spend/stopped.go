package wastedadspend

import (
	"cmp"
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// stopped is what negative keywords of other rows stop, by campaign.
type stopped map[string][]negative

type negative struct {
	keyword  string
	isPhrase bool
}

// has reports whether a search is stopped in all campaigns of a row.
func (s stopped) has(row map[string]any, search string) bool {
	campaigns := facts.Texts(row, "names")
	return len(campaigns) > 0 && !slices.ContainsFunc(campaigns, func(campaign string) bool {
		return !slices.ContainsFunc(s[campaign], func(one negative) bool {
			return one.keyword == search || one.isPhrase && strings.Contains(" "+search+" ", " "+one.keyword+" ")
		})
	})
}

func (s stopped) add(row map[string]any) {
	negatives, _ := row["negatives"].([]map[string]string)
	for _, one := range negatives {
		s[one["campaign"]] = append(s[one["campaign"]], negative{one["keyword"], one["type"] == phraseNegative})
	}
}

// leaveStopped takes out of lists of searches what another row excludes, so that nothing is told or valued
// twice: first what words and single searches stop, then what the list of the larger waste has.
func leaveStopped(rows []map[string]any, in intents, parameter func(string) float64) {
	all, lists := stopped{}, []map[string]any{}
	for _, row := range rows {
		switch row["text"] {
		case blocked:
		case "ngram_exact":
			lists = append(lists, row)
		default:
			all.add(row)
		}
	}
	slices.SortStableFunc(lists, func(a, b map[string]any) int {
		return cmp.Compare(facts.Number(b, "wasted"), facts.Number(a, "wasted"))
	})
	for _, row := range lists {
		addNegatives(row, in, all, parameter)
		if row["text"] != blocked {
			all.add(row)
		}
	}
}

// leavePaused drops what is in a campaign to pause: it gets no lower bid, and the campaign's waste has it.
func leavePaused(rows []map[string]any) []map[string]any {
	paused := map[string]bool{}
	for _, row := range rows {
		if row["kind"] == "campaign" && row["is_pause"] == true {
			paused[facts.Text(row, "campaign_id")] = true
		}
	}
	return slices.DeleteFunc(rows, func(row map[string]any) bool {
		return row["kind"] != "campaign" && paused[facts.Text(row, "campaign_id")]
	})
}
