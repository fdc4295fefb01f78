package intent

import "regexp"

// IsSoftware reports whether a site is one of a product that people sign up for, by two of its folders: one
// alone may hold the manuals of a shop.
func IsSoftware(folders []string) bool {
	found := 0
	for _, folder := range folders {
		if softwareFolder.MatchString(folder) {
			found++
		}
	}
	return found > 1
}

var softwareFolder = regexp.MustCompile(`(?i)^/(docs|documentation|integrations|changelog|release-notes|api|features|compare|templates)$`)
