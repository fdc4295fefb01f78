package wastedadspend

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"upslope/analytics/facts"
)

// blocked is the text of candidates without anything to exclude.
const blocked = "nothing to exclude"

// intents are patterns: of words for something that is not bought, of those among them that offers contain
// too, and of offers and products that contain them.
type intents struct{ other, offers, compounds *regexp.Regexp }

func compiledIntents(params map[string]any) (in intents, err error) {
	for name, pattern := range map[string]**regexp.Regexp{"other_intent": &in.other, "offers": &in.offers, "compounds": &in.compounds} {
		if *pattern, err = regexp.Compile(facts.Text(params, name)); err != nil {
			return in, fmt.Errorf("compile %s: %w", name, err)
		}
	}
	return in, nil
}

// searchTerm is a search term with its figures.
type searchTerm struct {
	text               string
	spend, conversions float64
}

// termsOf merges the search terms of a row's columns, which ad groups may share, and sorts them by spend.
func termsOf(row map[string]any, columns string) []searchTerm {
	var terms []searchTerm
	spends, conversions := facts.Numbers(row, columns+"_spend"), facts.Numbers(row, columns+"_conversions")
	for i, text := range facts.Texts(row, columns+"_terms") {
		at := slices.IndexFunc(terms, func(one searchTerm) bool { return one.text == text })
		if at < 0 {
			at, terms = len(terms), append(terms, searchTerm{text: text})
		}
		terms[at].spend += spends[i]
		terms[at].conversions += conversions[i]
	}
	slices.SortFunc(terms, func(a, b searchTerm) int { return cmp.Or(cmp.Compare(b.spend, a.spend), cmp.Compare(a.text, b.text)) })
	return terms
}

// addNegatives adds what to exclude, and what that must not block: a word, unless a search that pays or an
// offer such as free shipping contains it, else each of its other searches.
func addNegatives(row map[string]any, in intents, others stopped, parameter func(string) float64) {
	row["stoppable"] = facts.Number(row, "spent")
	row["kept_offers"], row["bid_down"], row["bid_down_named"], row["bid_cut"], row["rests_on_one"] = []string{}, []string{}, 0, 0., false
	row["sold_by"], row["kept_conversions"], row["kept_each"], row["bid_target"] = "", 0., 0., 0.
	row["is_other_intent"] = in.other.MatchString(facts.Text(row, "term"))
	row["negatives"], row["kept"], row["exact_terms"], row["is_offer"], row["negative"] = []map[string]string{}, []string{}, 0., false, row["term"]
	switch row["kind"] {
	case "ngram":
		row["is_offer"] = in.offers.MatchString(facts.Text(row, "term"))
		paying, offers := namesOf(termsOf(row, "paying")), []string{}
		if row["is_offer"] == true {
			offers = slices.DeleteFunc(namesOf(termsOf(row, "dearest")), func(text string) bool {
				return !in.compounds.MatchString(text) || slices.Contains(paying, text)
			})
		}
		if len(paying)+len(offers) == 0 && facts.Number(row, "is_sold") == 0 && !restsOnOneSearch(row, parameter) && isStopped(row, parameter) {
			keywords := facts.Texts(row, "spellings")
			if phrase := sharedPhrase(row); row["is_other_intent"] != true && len(keywords) == 1 && phrase != "" {
				row["negative"], keywords = phrase, []string{phrase}
			}
			setNegatives(row, phraseNegative, keywords)
			row["sold_by"] = soldBy(termsOf(row, "dearest"), facts.Number(row, "conversions"))
			return
		}
		row["rests_on_one"] = restsOnOneSearch(row, parameter)
		excludeOthers(row, paying, offers, others, parameter)
	case "search_term":
		if row["text"] == "search_term" && !isStopped(row, parameter) {
			row["text"] = "costly_term"
			return
		}
		words := broadNegative(row, in)
		if words == "" {
			setNegatives(row, exactNegative, []string{facts.Text(row, "term")})
			return
		}
		row["negative"] = words
		setNegatives(row, phraseNegative, []string{words})
		if row["text"] == "search_term" {
			row["text"] = "intent"
		}
	}
}

// restsOnOneSearch reports whether one search spent nearly all: no proof against all that share its word.
func restsOnOneSearch(row map[string]any, parameter func(string) float64) bool {
	dearest := termsOf(row, "dearest")
	return len(dearest) > 0 && dearest[0].spend > parameter("container_share")*facts.Number(row, "spent")
}

// sharedPhrase is the longest phrase around a row's words that all its searches have, which blocks no others;
// "" for none, or where not all of them are known.
func sharedPhrase(row map[string]any) string {
	term, searches := facts.Text(row, "term"), namesOf(termsOf(row, "dearest"))
	if len(searches) == 0 || float64(len(searches)) < facts.Number(row, "terms") {
		return ""
	}
	words, longest := strings.Fields(searches[0]), ""
	for from := range words {
		for to := from + 1; to <= len(words); to++ {
			phrase := strings.Join(words[from:to], " ")
			isShared := !slices.ContainsFunc(searches, func(search string) bool { return !hasPhrase(search, phrase) })
			if isShared && hasPhrase(phrase, term) && len(phrase) > max(len(longest), len(term)) {
				longest = phrase
			}
		}
	}
	return longest
}

func hasPhrase(text, phrase string) bool { return strings.Contains(" "+text+" ", " "+phrase+" ") }

func namesOf(terms []searchTerm) []string {
	names := make([]string, len(terms))
	for i, one := range terms {
		names[i] = one.text
	}
	return names
}

// excludeOthers excludes the searches of a word one by one, or lowers their bids, but those that pay, offers,
// and what other rows stop: the site sells what the word says, it converts, or one search spent nearly all.
func excludeOthers(row map[string]any, paying, offers []string, others stopped, parameter func(string) float64) {
	dearest := termsOf(row, "dearest")
	most := parameter("tolerance") * mostEach(row) // of a conversion
	for _, one := range dearest {
		if one.conversions >= parameter("least_won") && one.spend <= most*one.conversions && !slices.Contains(paying, one.text) {
			paying = append(paying, one.text)
		}
	}
	// The word proves nothing against a search: each is excluded for what it cost itself.
	isOwnWord := facts.Number(row, "is_sold") != 0 || row["rests_on_one"] == true
	var wasting []searchTerm
	stoppable, conversions, offersSpend, offersConversions := 0., 0., 0., 0.
	for _, one := range dearest {
		switch {
		case slices.Contains(paying, one.text), others.has(row, one.text):
		case slices.Contains(offers, one.text):
			offersSpend += one.spend
			offersConversions += one.conversions
		case isOwnWord && one.spend-one.conversions*facts.Number(row, "target") < parameter("own_case")*facts.Number(row, "target"):
		default:
			wasting = append(wasting, one)
			stoppable += one.spend
			conversions += one.conversions
		}
	}
	addKept(row, paying, append(slices.Clone(dearest), slices.DeleteFunc(termsOf(row, "paying"), func(one searchTerm) bool {
		return slices.Contains(namesOf(dearest), one.text)
	})...))
	exact, count := splitBids(row, wasting, stops(stoppable, conversions, mostEach(row), parameter), parameter)
	row["sold_by"] = soldBy(wasting, conversions)
	row["offers_spend"], row["offers_conversions"] = math.Round(offersSpend), math.Round(offersConversions)
	row["stoppable"] = min(facts.Number(row, "spent"), stoppable)
	row["wasted"] = min(facts.Number(row, "wasted"), wasteOf(row, facts.Number(row, "stoppable"), conversions))
	row["spend_month"] = math.Round(facts.Number(row, "stoppable") * facts.Number(row, "to_month"))
	row["kept"], row["kept_offers"], row["exact_terms"], row["text"] = paying, offers, float64(count), "ngram_exact"
	row["exact_spend"], row["exact_conversions"] = facts.Number(row, "stoppable"), math.Round(conversions)
	row["exact_each"] = each(facts.Number(row, "stoppable"), conversions)
	conversionsDue := facts.Number(row, "stoppable") / facts.Number(row, "target")
	row["exact_due"] = math.Round(10*conversionsDue) / 10
	// No conversion where less than one was due says nothing, and what pays without the kept ones stays too.
	if count == 0 || conversionsDue < 1 || facts.Number(row, "wasted") <= 0 {
		row["text"] = blocked
	}
	setNegatives(row, exactNegative, exact)
}

// splitBids divides searches that waste into those to exclude, which it returns with the number of all, and
// those to bid less on: by what each converts, or all together where it is too few of its own.
func splitBids(row map[string]any, wasting []searchTerm, stopsAll bool, parameter func(string) float64) (exact []string, count int) {
	var bidDown []string
	costly, due, bought := 0., 0., 0. // spend, what it may be, and conversions, of searches to bid less on
	excluded := []map[string]string{}
	for _, one := range wasting {
		stopsIt := stopsAll || math.Round(one.conversions) < 1
		if sells(one.conversions, parameter) {
			stopsIt = stops(one.spend, one.conversions, mostEach(row), parameter)
		}
		if stopsIt && !isBought(one.text, one.conversions) {
			exact = append(exact, one.text)
			excluded = append(excluded, named(one))
			continue
		}
		bidDown = append(bidDown, one.text)
		costly, due, bought = costly+one.spend, due+one.conversions*mostEach(row), bought+math.Round(one.conversions)
	}
	if excluded = excluded[:min(len(excluded), int(parameter("shown_terms")))]; len(excluded) == len(exact) && len(exact) > 1 {
		excluded[len(excluded)-1]["last"] = "1"
	}
	row["bid_down"], row["bid_down_named"], row["bid_cut"] = bidDown, fittingTerms(bidDown), min(mostAtOnce, cutTo(due/max(1e-9, costly)))
	row["bid_target"] = targetNow(row, costly, bought)
	row["excluded"], row["more_excluded"] = excluded, float64(len(exact)-len(excluded))
	return exact, len(wasting)
}

// cutTo is by how many percent bids fall to this share of them, to the nearest five.
func cutTo(share float64) float64 { return min(95, max(5, math.Round(20*(1-share))*5)) }

// fittingTerms returns how many of the terms, two at most, a step has room for.
func fittingTerms(terms []string) int {
	room := roomForTerms
	if len(terms) > 2 {
		room -= len(" and 99 more")
	}
	if len(terms) > 1 && utf8.RuneCountInString(terms[0]+terms[1]) > room {
		return 1
	}
	return min(2, len(terms))
}

// roomForTerms is how many characters of terms a step has room for beside its other words.
const roomForTerms = 34

// wasteOf returns what a part of a row wastes: its spend minus what its conversions, shrunk to the rate
// around the row, are worth. Searches that pay and stay offset none of it; offers that stay add none.
func wasteOf(row map[string]any, spend, conversions float64) float64 {
	number := func(name string) float64 { return facts.Number(row, name) }
	if number("spent") <= 0 {
		return 0
	}
	all, clicks := number("conversions"), number("clicks")*spend/number("spent")
	prior, weight := max(0, number("posterior_alpha")-all), max(0, number("posterior_alpha")+number("posterior_beta")-number("clicks"))
	expected := clicks * (prior + conversions) / (weight + clicks)
	if all > 0 { // conversions that bring more than one is worth count like several
		expected += number("conversions_by_value") * conversions / all
	}
	return max(0, spend-expected*number("target"))
}

// broadNegative returns a word of a search term that tells of another intent and that neither a keyword nor a
// search that pays contains; "" for none. Words of offers are too broad to exclude because of one search.
func broadNegative(row map[string]any, in intents) string {
	paying := facts.Texts(row, "paying_texts")
	words := slices.DeleteFunc(slices.Clone(facts.Texts(row, "words_of_others")), func(words string) bool {
		return !in.other.MatchString(words) || in.offers.MatchString(words) || slices.ContainsFunc(paying, func(text string) bool {
			return strings.Contains(" "+text+" ", " "+words+" ")
		})
	})
	if len(words) == 0 {
		return ""
	}
	return slices.MinFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
}

func setNegatives(row map[string]any, match string, keywords []string) {
	negatives := []map[string]string{}
	for _, campaign := range facts.Texts(row, "names") {
		for _, keyword := range keywords {
			negatives = append(negatives, map[string]string{"campaign": campaign, "keyword": keyword, "type": match})
		}
	}
	row["negatives"] = negatives
}

// The match types of negative keywords, as Google Ads Editor imports them.
const (
	phraseNegative = "Campaign Negative Phrase"
	exactNegative  = "Campaign Negative Exact"
)

const longestName = 32 // letters of a name in a title

func shortened(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return strings.TrimSpace(string(letters[:most-1])) + "…"
}
