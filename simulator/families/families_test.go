package families_test

import (
	"reflect"
	"slices"
	"testing"

	"upslope"
	"upslope/simulator/families"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

func newWorld(t *testing.T, family string, seed uint64) *families.World {
	t.Helper()
	world, err := families.New(family, seed)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

func TestSameFamilyAndSeedMakeTheSameWorld(t *testing.T) {
	for _, family := range []string{"leads", "messy", "sparse"} { // every optional feature of a world
		first, second, other := newWorld(t, family, 7), newWorld(t, family, 7), newWorld(t, family, 8)
		fingerprint := warehouse.Fingerprint(first.Tables())
		if !reflect.DeepEqual(first.Cases, second.Cases) || fingerprint != warehouse.Fingerprint(second.Tables()) {
			t.Errorf("%s: two worlds of one seed differ", family)
		}
		if fingerprint == warehouse.Fingerprint(other.Tables()) {
			t.Errorf("%s: two seeds make one world", family)
		}
	}
}

func TestUnknownFamilyIsAnError(t *testing.T) {
	if _, err := families.New("casino", 1); err == nil {
		t.Error("there is a casino")
	}
}

// Every detector of the registry needs plants, decoys of every listed kind, and a judge.
func TestEveryDetectorHasPlantsDecoysAndAJudge(t *testing.T) {
	plants, decoys := map[string]int{}, map[string]map[string]int{}
	for seed := range uint64(4) {
		for _, family := range []string{"shop", "leads", "saas", "messy", "sparse"} {
			for _, c := range newWorld(t, family, 40+seed).Cases {
				switch {
				case c.Decoy && decoys[c.Type] == nil:
					decoys[c.Type] = map[string]int{c.Kind: 1}
				case c.Decoy:
					decoys[c.Type][c.Kind]++
				case c.Must:
					plants[c.Type]++
				}
			}
		}
	}
	for _, detector := range truth.Detectors() {
		if detector.Covers == nil {
			t.Errorf("%s has no judge", detector.Type)
		}
		if detector.Unmeasured {
			continue // it has no cases: see TestDataWarningsAreJudgedByTheProcess
		}
		if plants[detector.Type] == 0 {
			t.Errorf("%s has nothing that it must find", detector.Type)
		}
		if len(detector.Decoys) == 0 {
			t.Errorf("%s has no decoy", detector.Type)
		}
		for _, kind := range detector.Decoys {
			if decoys[detector.Type][kind] == 0 {
				t.Errorf("%s has no decoy %q", detector.Type, kind)
			}
		}
		for kind := range decoys[detector.Type] {
			if !slices.Contains(detector.Decoys, kind) {
				t.Errorf("%s has a decoy %q that the registry does not list", detector.Type, kind)
			}
		}
	}
}

// Only actual data problems of a world make a warning real.
func TestDataWarningsAreJudgedByTheProcess(t *testing.T) {
	warning := []upslope.StoredInsight{{Insight: upslope.Insight{Type: truth.DataWarning, Entity: upslope.Entity{Issue: "impossible_gsc_queries"}}}}
	for family, real := range map[string]bool{"messy": true, "shop": false} {
		if verdicts := newWorld(t, family, 7).Judge(warning); len(verdicts) != 1 || verdicts[0].Real != real {
			t.Errorf("%s: got %+v", family, verdicts)
		}
	}
}

// What is planted of the addresses and headings of pages has to be measured, and is not told of everything.
func TestAddressesAndHeadingsArePlantedInSomeWorldsOnly(t *testing.T) {
	issues, worlds := map[string]int{}, 0
	for seed := range uint64(6) {
		for _, family := range []string{"shop", "leads", "messy"} {
			worlds++
			inWorld := map[string]bool{}
			for _, c := range newWorld(t, family, 60+seed).Cases {
				inWorld[c.Issue] = inWorld[c.Issue] || c.Planted && c.Must
			}
			for issue, isPlanted := range inWorld {
				if isPlanted {
					issues[issue]++
				}
			}
		}
	}
	for _, issue := range []string{"slash_twins", "empty_h1", "no_canonicals", "canonical_chain", "linked_canonicalized"} {
		if n := issues[issue]; n == 0 || n == worlds {
			t.Errorf("%s is planted in %d of %d worlds", issue, n, worlds)
		}
	}
}
