package metaissues

import (
	"fmt"
	"testing"
)

func TestThreeAddressesOfOneSubstitutionAreOneRule(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pairs [][2]string
		want  int
	}{
		"one ending":                {[][2]string{{"/peps/a-1.html", "/peps/a-1/"}, {"/x", ""}, {"/docs/b.html", "/docs/b"}, {"/peps/c.html", "/peps/c"}}, 3},
		"one folder":                {[][2]string{{"/old/a", "/new/a"}, {"/old/b/c", "/new/b/c"}, {"/old/d", "/new/d"}}, 3},
		"two are no pattern":        {[][2]string{{"/old/a", "/new/a"}, {"/old/b", "/new/b"}, {"/old/d", "/else/d"}}, 0},
		"nor are unknown ones":      {[][2]string{{"/old/a", ""}, {"/old/b", ""}, {"/old/d", ""}}, 0},
		"nor folders of one ending": {[][2]string{{"/a/x.html", "/b/x"}, {"/c/y.html", "/d/y"}, {"/e/z.html", "/f/z"}}, 0},
	} {
		row := map[string]any{"issue": "broken_page", "affected_pages": uint64(len(c.pairs))}
		var examples []map[string]string
		for _, pair := range c.pairs {
			example := map[string]string{"url": "https://example.com" + pair[0], "successor": ""}
			if pair[1] != "" {
				example["successor"] = "https://example.com" + pair[1]
			}
			examples = append(examples, example)
		}
		row["examples"] = examples
		if addPatterns(row); row["rule_fixes"] != c.want {
			t.Errorf("%s: fixes %v", name, row["rule_fixes"])
		}
		if last := examplesOf(row)[len(examples)-1]; c.want > 0 && last["byRule"] == "" {
			t.Errorf("%s: %s is not among those of the rule", name, last["url"])
		}
	}
}

func TestBrokenFilesAreToldWhereMostAddressesAreNone(t *testing.T) {
	t.Parallel()
	for files, want := range map[int]int{4: 0, 5: 5, 9: 9} {
		examples := []map[string]string{{"status": "returns 404"}, {"status": "returns 404"}, {"status": "returns 404"}, {"status": "returns 404"}}
		for i := range files {
			examples = append(examples, map[string]string{"isFile": []string{".asc", ".txt", ".ASC"}[i%3], "status": "returns 404"})
		}
		row := map[string]any{"issue": "broken_page", "examples": examples}
		if addPatterns(row); row["broken_files"] != want || row["answer"] != "a 404" || want > 0 && row["file_endings"] != ".asc, .txt" {
			t.Errorf("%d files of %d: %v, %v", files, len(examples), row["broken_files"], row["file_endings"])
		}
	}
	examples := []map[string]string{{"status": "returns 404"}, {"status": "returns 410"}}
	if got := answerOf(examples); got != "an error (4xx)" {
		t.Errorf("two answers are %q", got)
	}
}

func TestHalfOfTheTitlesOfOneFolderAreOldCopies(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		elsewhere []string
		want      int
	}{
		"three of five":         {[]string{"/stories/0", "/stories/1", "/stories/2", "", ""}, 3},
		"two are few":           {[]string{"/stories/0", "/stories/1"}, 0},
		"three of seven":        {[]string{"/stories/0", "/stories/1", "/stories/2", "", "", "", ""}, 0},
		"of different folders":  {[]string{"/a/0", "/b/1", "/c/2", "/d/3"}, 0},
		"one of another folder": {[]string{"/stories/0", "/stories/1", "/stories/2", "/b/3"}, 3},
	} {
		var examples []map[string]string
		for i, address := range c.elsewhere {
			example := map[string]string{"url": fmt.Sprint("https://example.com/old/", i)}
			if address != "" {
				example["elsewhere"] = "https://example.com" + address
			}
			examples = append(examples, example)
		}
		row := map[string]any{"issue": "duplicate_title", "examples": examples}
		if addPatterns(row); row["old_copies"] != c.want || countWith(examples, "elsewhere") != c.want {
			t.Errorf("%s: %v, %v", name, row["old_copies"], examples)
		}
	}
}

func TestARelativeLinkIsQuotedWhereItsFolderTells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ broken, tail, source, want string }{
		{"/cartoons/south/cartoons/fox", "/cartoons/fox/", "", "cartoons/fox"},
		{"/guides/about-us", "/about-us", "", ""},
		{"/guides/about-us", "/about-us", "https://example.com/guides/tents", "about-us"},
		{"/guides/about-us/", "/about-us", "https://example.com/guides/", "about-us/"},
		{"/guides/about-us", "/about-us", "https://example.com/tents", ""},
		{"/guides/about-us", "", "https://example.com/guides/tents", ""},
	} {
		example := map[string]string{"url": "https://example.com" + c.broken, "tail": "", "sources": c.source, "source": c.broken, "target": c.tail}
		if c.tail != "" {
			example["tail"] = "https://example.com" + c.tail
		}
		if got := relativeLink(example); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.broken, c.source, got, c.want)
		}
	}
}

// What no page is called is quoted as it was written; what pages are called with blanks or brackets is not.
func TestAMalformedLinkIsNoPageThatWasThere(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][2]string{
		"/peps/451/The%22target%22of_spec%28%29": {`The"target"of_spec()`, "/peps/451/"},
		"/%22/tents%22":                          {`"/tents"`, ""},
		"/blog/see%20(more":                      {"see (more", "/blog/"},
		"/wiki/Tent_(shelter)":                   {"", ""},
		"/files/price%20list%20(2024).pdf":       {"", ""},
		"/about%20us":                            {"", ""},
	} {
		example := map[string]string{"url": "https://example.com" + address, "isFile": fileName.FindString(address)}
		if addMalformed(example); example["malformed"] != want[0] || example["within"] != want[1] {
			t.Errorf("%s: %q in %q, want %q", address, example["malformed"], example["within"], want)
		}
	}
}

// Broken addresses that differ in the folder of a version want one decision, and stand behind the others.
func TestFoldersOfVersionsAreDecidedOnce(t *testing.T) {
	t.Parallel()
	row := func(paths ...string) map[string]any {
		examples := make([]map[string]string, len(paths))
		for i, path := range paths {
			examples[i] = map[string]string{"url": "https://example.com" + path, "versions": "https://example.com/doc/"}
		}
		return map[string]any{"issue": "broken_page", "affected_pages": len(paths), "examples": examples}
	}
	versions := row("/doc/2.4/", "/lost", "/doc/2.3/whatsnew", "/doc/2.3/")
	if addPatterns(versions); versions["version_folder"] != "/doc/2.3/" || versions["version_root"] != "https://example.com/doc/" || versions["not_named"] != 0 || examplesOf(versions)[0]["byVersion"] != "" {
		t.Errorf("got %v", versions)
	}
	for name, other := range map[string]map[string]any{"one version": row("/doc/2.3/a", "/doc/2.3/b", "/doc/2.3/c"), "no versions": row("/doc/2/", "/doc/3/", "/doc/4/")} {
		if addPatterns(other); other["version_folder"] != "" {
			t.Errorf("%s: %v", name, other["version_folder"])
		}
	}
}

// From http to another host on https, only links change: the server upgrades the host first.
func TestAnUpgradeToAnotherHostChangesOnlyLinks(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{"http://example.com/a": "1", "http://www.example.com/a": "", "https://example.com/a": ""} {
		example := map[string]string{"url": from, "related": "https://www.example.com/a/", "links": "9"}
		if addRelinks(example); example["relinks"] != want {
			t.Errorf("%s: %q, want %q", from, example["relinks"], want)
		}
	}
}

// What would show where links are is said only where many are to be found.
func TestFewLinksAreWorthNoUpload(t *testing.T) {
	t.Parallel()
	for links, want := range map[float64]bool{9: false, 10: true} {
		row := map[string]any{"issue": "linked_redirect", "links_to_pages": links}
		if got := linkingPages(row, []map[string]string{{"url": "/a"}}); (got != nil) != want {
			t.Errorf("%v links: %v", links, got)
		}
	}
}
