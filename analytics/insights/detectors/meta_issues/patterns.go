package metaissues

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"upslope/analytics/facts"
)

// minAlike is how many addresses of one pattern are one rule, and minFiles how many files are told as such.
const minAlike, minFiles = 3, 5

// addPatterns finds what many broken addresses have in common, and shared titles of old copies of pages.
func addPatterns(row map[string]any) {
	row["rule_from"], row["rule_to"], row["rule_fixes"], row["broken_files"], row["file_endings"] = "", "", 0, 0, ""
	row["fails_downloads"], row["answer"] = false, answerOf(examplesOf(row))
	row["old_copies"], row["copies_folder"], row["rest_of_copies"] = 0, "", 0
	for _, example := range examplesOf(row) {
		example["byRule"] = ""
	}
	switch facts.Text(row, "issue") {
	case "broken_page":
		addFiles(row)
		addRule(row)
	case "duplicate_title":
		addOldCopies(row)
	}
}

// answerOf is what all of these addresses answer, such as a 404.
func answerOf(examples []map[string]string) string {
	answer := ""
	for _, example := range examples {
		status := strings.TrimPrefix(example["status"], "returns ")
		if answer != "" && status != answer || len(status) != len("404") {
			return "an error (4xx)"
		}
		answer = status
	}
	return "a " + answer
}

// addFiles counts broken addresses that are no pages, where most are none, with their commonest endings.
func addFiles(row map[string]any) {
	examples, files, counts := examplesOf(row), 0, map[string]int{}
	for _, example := range examples {
		if ending := strings.ToLower(example["isFile"]); ending != "" {
			files++
			counts[ending]++
		}
	}
	row["fails_downloads"] = 2*files > len(examples)
	if files < minFiles || 2*files <= len(examples) {
		return
	}
	endings := make([]string, 0, len(counts))
	for ending := range counts {
		endings = append(endings, ending)
	}
	slices.SortFunc(endings, func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	row["broken_files"], row["file_endings"] = files, strings.Join(endings[:min(3, len(endings))], ", ")
}

// addRule finds the one substitution that leads most broken addresses to live pages, and puts those that it
// fixes behind the others.
func addRule(row map[string]any) {
	examples, counts := examplesOf(row), map[string]int{}
	best, most := "", 0
	for _, example := range examples {
		if key := substitution(example); key != "" {
			if counts[key]++; counts[key] > most {
				best, most = key, counts[key]
			}
		}
	}
	if most < minAlike {
		return
	}
	var fixed, others []map[string]string
	for _, example := range examples {
		if substitution(example) == best {
			example["byRule"] = "1"
			fixed = append(fixed, example)
		} else {
			others = append(others, example)
		}
	}
	row["examples"], row["rule_fixes"] = slices.Concat(others, fixed), len(fixed)
	row["rule_from"], row["rule_to"] = fixed[0]["url"], fixed[0]["successor"]
	row["not_named"] = max(0, int(facts.Number(row, "affected_pages"))-len(fixed)-namedInSteps)
}

// substitution is what leads a broken address to the page of its name: another ending, or another folder.
func substitution(example map[string]string) string {
	if example["successor"] == "" || example["tail"] != "" {
		return ""
	}
	from, to := strings.Split(pathOf(example["url"]), "/"), strings.Split(pathOf(example["successor"]), "/")
	ending := func(segments []string) string { return path.Ext(segments[len(segments)-1]) }
	key := ending(from) + ">" + ending(to)
	for len(from) > 0 && len(to) > 0 && nameOfFile(from[len(from)-1]) == nameOfFile(to[len(to)-1]) {
		from, to = from[:len(from)-1], to[:len(to)-1]
	}
	if len(from) == 0 && len(to) == 0 {
		return key
	}
	return fmt.Sprint(key, " ", strings.Join(from, "/"), ">", strings.Join(to, "/"))
}

// addOldCopies finds pages with a shared title that stand elsewhere by the same name, well titled:
// where half of them do, in one folder, they are old copies.
func addOldCopies(row map[string]any) {
	examples, counts, folder := examplesOf(row), map[string]int{}, ""
	changing := len(examples)
	for _, example := range examples {
		if example["stays"] != "" {
			changing--
			continue
		}
		if example["elsewhere"] == "" {
			continue
		}
		of := path.Dir(pathOf(example["elsewhere"]))
		if counts[of]++; counts[of] > counts[folder] {
			folder = of
		}
	}
	isCopy := func(example map[string]string) bool {
		return folder != "" && example["stays"] == "" && example["elsewhere"] != "" && path.Dir(pathOf(example["elsewhere"])) == folder
	}
	if counts[folder] < minAlike || 2*counts[folder] < changing || folder == "/" {
		folder = ""
	}
	for _, example := range examples {
		if !isCopy(example) {
			example["elsewhere"] = ""
		}
	}
	if folder == "" {
		return
	}
	slices.SortStableFunc(examples, func(a, b map[string]string) int { return btoi(b["elsewhere"] != "") - btoi(a["elsewhere"] != "") })
	row["old_copies"], row["copies_folder"] = counts[folder], folder
	row["rest_of_copies"] = max(0, changing-counts[folder])
}
