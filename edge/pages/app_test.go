package pages

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

func TestRoutesAreTheScreensOfTheApp(t *testing.T) {
	screens, err := os.ReadFile("../../web/src/app/screens.ts")
	if err != nil {
		t.Fatal(err)
	}
	var routes []string
	for _, list := range regexp.MustCompile(`screen\(\[([^\]]+)\]`).FindAllSubmatch(screens, -1) {
		for _, path := range regexp.MustCompile(`'([^']+)'`).FindAllSubmatch(list[1], -1) {
			if route := string(path[1]); route != "/" { // shared with the landing page
				routes = append(routes, route)
			}
		}
	}
	if !slices.Equal(routes, appRoutes) {
		t.Errorf("the edge serves the app at %v, the app has screens at %v", appRoutes, routes)
	}
}
