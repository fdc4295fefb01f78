package metaissues

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"upslope/analytics/facts"
)

// minAlike is how many addresses of one pattern are one rule, and minFiles how many files are told as such.
const minAlike, minFiles = 3, 5

// namedBesideRule is how many addresses steps name beside a rule for the others.
const namedBesideRule = 2

// addPatterns finds what many broken addresses have in common, and shared titles of old copies of pages.
func addPatterns(row map[string]any) {
	row["rule_from"], row["rule_to"], row["rule_fixes"], row["broken_files"], row["file_endings"] = "", "", 0, 0, ""
	row["fails_downloads"], row["answer"] = false, answerOf(examplesOf(row))
	row["old_copies"], row["copies_folder"], row["copies_from"], row["rest_of_copies"] = 0, "", "", 0
	row["images"] = 0
	row["broken_kind"], row["largest_group"], row["version_folder"], row["version_root"] = "", "", "", ""
	for _, example := range examplesOf(row) {
		example["byRule"], example["byVersion"] = "", ""
	}
	switch facts.Text(row, "issue") {
	case "images_without_alt":
		addImages(row)
	case "broken_page":
		addFiles(row)
		if addRule(row); facts.Number(row, "rule_fixes") == 0 {
			addVersions(row)
		}
	case "duplicate_title":
		addOldCopies(row)
	}
}

// addImages counts the images of all pages; of more pages than are read it says nothing.
func addImages(row map[string]any) {
	examples, images := examplesOf(row), 0
	for _, example := range examples {
		example["images"] = countInFront.FindString(example["details"])
		n, _ := strconv.Atoi(example["images"])
		images += n
	}
	if facts.Number(row, "affected_pages") <= float64(len(examples)) {
		row["images"] = images
	}
}

// countInFront is the number that details of an issue begin with.
var countInFront = regexp.MustCompile(`^\d+`)

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
	examples, files, counts, signed := examplesOf(row), 0, map[string]int{}, 0
	for _, example := range examples {
		if ending := strings.ToLower(example["isFile"]); ending != "" {
			files++
			counts[ending]++
			signed += btoi(ending == ".asc" && fileName.MatchString(strings.TrimSuffix(pathOf(example["url"]), ".asc")))
		}
	}
	switch {
	case files == 0:
	case files == len(examples):
		row["broken_kind"] = "files"
	default:
		row["broken_kind"], row["largest_group"] = "addresses", largestGroup(counts, signed)
	}
	files -= countImages(examples)
	downloads := 0
	for ending, n := range counts {
		if downloaded.MatchString(ending) {
			downloads += n
		}
	}
	row["fails_downloads"] = 2*downloads > len(examples)
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

// downloaded matches the endings of files that people download, rather than read or check another with.
var downloaded = regexp.MustCompile(`^\.(pdf|zip|t?gz|bz2|xz|exe|msi|dmg|pkg|chm|csv|xlsx?|docx?|pptx?|ics|mp[34]|rar|7z|tar|epub|ps)$`)

// kindsOfFiles are what people call files, by ending.
var kindsOfFiles = map[string]string{
	".asc": "PGP keys", ".sig": "signatures", ".pdf": "PDFs", ".png": "images", ".jpg": "images", ".jpeg": "images", ".gif": "images", ".svg": "images", ".webp": "images",
}

// largestGroup says how many files have the commonest ending. Beside a file that it signs, .asc is no key.
func largestGroup(counts map[string]int, signed int) string {
	endings := slices.Sorted(maps.Keys(counts))
	most := slices.MaxFunc(endings, func(a, b string) int { return cmp.Or(counts[a]-counts[b], cmp.Compare(b, a)) })
	if counts[most] == 1 {
		return "1 is a file (" + most + ")"
	}
	kind := cmp.Or(kindsOfFiles[most], "files")
	if most == ".asc" && 2*signed > counts[most] {
		kind = kindsOfFiles[".sig"]
	}
	return fmt.Sprintf("%d are %s (%s)", counts[most], kind, most)
}

func countImages(examples []map[string]string) (count int) {
	for _, example := range examples {
		count += btoi(imageName.MatchString(example["isFile"]))
	}
	return count
}

// versionFolder is the part of a path up to the first folder that is named by a version: /doc/2.3/.
var versionFolder = regexp.MustCompile(`^(.*?/)v?\d+(\.\d+)+/`)

// addVersions finds broken addresses that differ only in a version folder, and puts them behind others.
func addVersions(row map[string]any) {
	folders, counts, root := map[string][]string{}, map[string]int{}, ""
	for _, example := range examplesOf(row) {
		if match := versionFolder.FindStringSubmatch(pathOf(example["url"]) + "/"); match != nil && example["successor"]+example["isFile"] == "" {
			folders[match[1]] = append(folders[match[1]], match[0])
			if counts[match[1]]++; counts[match[1]] > counts[root] {
				root = match[1]
			}
		}
	}
	if versions := slices.Compact(slices.Sorted(slices.Values(folders[root]))); counts[root] < minAlike || len(versions) < 2 {
		return
	}
	var alike, others []map[string]string
	for _, example := range examplesOf(row) {
		if match := versionFolder.FindStringSubmatch(pathOf(example["url"]) + "/"); match != nil && match[1] == root && example["successor"]+example["isFile"] == "" {
			example["byVersion"], row["version_root"] = "1", example["versions"]
			alike = append(alike, example)
		} else {
			others = append(others, example)
		}
	}
	row["examples"], row["version_folder"] = slices.Concat(others, alike), slices.Min(folders[root])
	row["not_named"] = max(0, int(facts.Number(row, "affected_pages"))-len(alike)-namedBesideRule)
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
	row["not_named"] = max(0, int(facts.Number(row, "affected_pages"))-len(fixed)-namedBesideRule)
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
	if from := path.Dir(pathOf(examples[0]["url"])); from != "/" && !slices.ContainsFunc(examples[:counts[folder]], func(copied map[string]string) bool { return path.Dir(pathOf(copied["url"])) != from }) {
		row["copies_from"] = from + "/"
	}
	row["rest_of_copies"] = max(0, changing-counts[folder])
}
