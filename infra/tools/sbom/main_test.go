package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestALicenseThatCannotShipFails(t *testing.T) {
	for expression, want := range map[string]bool{
		"MIT": true, "Apache-2.0": true, "(MIT OR GPL-3.0)": true, "MIT AND ISC": true,
		"GPL-3.0": false, "AGPL-3.0-only": false, "SSPL-1.0": false, "MIT AND GPL-2.0": false, "UNLICENSED": false, "": false,
	} {
		if got := shippable(expression); got != want {
			t.Errorf("%q: %v", expression, got)
		}
	}
	var printed bytes.Buffer
	err := report(&printed, []component{{Name: "good", Licenses: named([]string{"MIT"})}, {Name: "bare"}, {Name: "bad", Licenses: named([]string{"GPL-3.0"})}})
	if err == nil || !strings.Contains(err.Error(), "bare : no license found") || !strings.Contains(err.Error(), "bad : GPL-3.0") || strings.Contains(err.Error(), "good") {
		t.Errorf("%v", err)
	}
}

func TestPackagesAreFoundAsNodeFindsThem(t *testing.T) {
	packages := map[string]lockedPackage{"web": {}, "node_modules/a": {}, "node_modules/b": {}, "node_modules/b/node_modules/a": {}, "web/node_modules/c": {}}
	for _, c := range [][3]string{
		{"web", "a", "node_modules/a"}, {"web", "c", "web/node_modules/c"}, {"node_modules/b", "a", "node_modules/b/node_modules/a"},
		{"node_modules/b/node_modules/a", "b", "node_modules/b"}, {"web", "d", ""},
	} {
		if at, found := resolve(packages, c[0], c[1]); found != (c[2] != "") || found && at != c[2] {
			t.Errorf("%s from %s: %s, %v", c[1], c[0], at, found)
		}
	}
}
