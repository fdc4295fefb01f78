package semrush

import (
	"strconv"
	"strings"
	"unicode"
)

// intent returns the search intent for a Semrush code.
func intent(code int) string {
	switch code {
	case 0:
		return "commercial"
	case 1:
		return "informational"
	case 2:
		return "navigational"
	case 3:
		return "transactional"
	}
	return ""
}

// feature returns the SERP feature for a Semrush code.
func feature(code int) string {
	names := [...]string{
		0: "instant_answer", 1: "knowledge_panel", 2: "carousel", 3: "local_pack", 4: "top_stories", 5: "image_pack", 6: "sitelinks", 7: "reviews",
		8: "tweet", 9: "video", 10: "featured_video", 11: "featured_snippet", 12: "amp", 13: "image", 14: "ads_top", 15: "ads_bottom",
		16: "shopping_ads", 17: "hotels_pack", 18: "jobs_search", 19: "featured_images", 20: "video_carousel", 21: "people_also_ask", 22: "faq",
		23: "flights", 24: "find_results_on", 25: "recipes", 26: "related_topics", 27: "twitter_carousel", 28: "indented", 29: "news",
		30: "address_pack", 31: "application", 32: "events", 34: "popular_products", 35: "related_products", 36: "related_searches",
		37: "see_results_about", 38: "short_videos", 39: "web_stories", 40: "application_list", 41: "buying_guide", 42: "organic_carousel",
		43: "things_to_know", 44: "datasets", 45: "discussions_and_forums", 46: "explore_brands", 47: "questions_and_answers",
		48: "popular_stores", 49: "refine", 50: "people_also_search", 51: "ads_middle", 52: "ai_overview",
	}
	if code < len(names) && names[code] != "" {
		return names[code]
	}
	return "feature_" + strconv.Itoa(code) // newer than this list
}

// intentWords parses comma-separated codes or names; unknown intents are dropped.
func intentWords(cell string) []string {
	return words(cell, intent, func(name string) string {
		for code := range 4 {
			if name == intent(code) {
				return name
			}
		}
		return ""
	})
}

// featureWords parses comma-separated codes or names.
func featureWords(cell string) []string {
	return words(cell, feature, func(name string) string { return name })
}

func words(cell string, ofCode func(int) string, ofName func(string) string) []string {
	found := []string{}
	for part := range strings.SplitSeq(cell, ",") {
		word := snake(part)
		if code, err := strconv.Atoi(word); err == nil && code >= 0 {
			word = ofCode(code)
		} else {
			word = ofName(word)
		}
		if word != "" {
			found = append(found, word)
		}
	}
	return found
}

// snake converts a name like "AI overview" to ai_overview.
func snake(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), "_")
}
