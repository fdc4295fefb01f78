package worlds_test

import (
	"os"
	"reflect"
	"testing"

	"upslope/analytics/worlds"
	"upslope/infra/clickhouse/clickhousetest"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }

func newWorld(t *testing.T, family string, seed uint64) *worlds.World {
	t.Helper()
	world, err := worlds.New(family, seed)
	if err != nil {
		t.Fatal(err)
	}
	return world
}

func TestTheSameFamilyAndSeedMakeTheSameWorld(t *testing.T) {
	for _, family := range []string{"leads", "messy", "sparse"} { // with all that a world can have
		first, second, other := newWorld(t, family, 7), newWorld(t, family, 7), newWorld(t, family, 8)
		if !reflect.DeepEqual(first.Cases, second.Cases) || first.Fingerprint() != second.Fingerprint() {
			t.Errorf("%s: two worlds of one seed differ", family)
		}
		if first.Fingerprint() == other.Fingerprint() {
			t.Errorf("%s: two seeds make one world", family)
		}
	}
}

func TestAnUnknownFamilyIsNone(t *testing.T) {
	if _, err := worlds.New("casino", 1); err == nil {
		t.Error("there is a casino")
	}
}

// What every detector must find and must leave alone is there somewhere, each kind of it.
func TestEveryDetectorHasPlantsAndDecoys(t *testing.T) {
	plants, decoys := map[string]int{}, map[string]int{}
	for seed := range uint64(4) {
		for _, family := range []string{"shop", "leads", "saas", "messy", "sparse"} {
			for _, c := range newWorld(t, family, 40+seed).Cases {
				switch {
				case c.Decoy:
					decoys[c.Type+" "+c.Kind]++
				case c.Must:
					plants[c.Type]++
				}
			}
		}
	}
	for _, detector := range worlds.Detectors() {
		if plants[detector] == 0 {
			t.Errorf("nothing that %s must find", detector)
		}
	}
	for _, want := range []string{
		worlds.Keyword + " brand", worlds.Keyword + " paginated", worlds.Decay + " demand", worlds.Decay + " season", worlds.Decay + " launch", worlds.Decay + " gone",
		worlds.Cannibal + " double listing", worlds.Cannibal + " small share", worlds.Cannibal + " redirect", worlds.Cannibal + " locale",
		worlds.Cannibal + " parameter", worlds.Cannibal + " sitelinks", worlds.Waste + " lag", worlds.Waste + " excluded", worlds.Waste + " paused",
		worlds.Landing + " channel", worlds.Landing + " fixture", worlds.Slow + " unvisited", worlds.Meta + " meant",
	} {
		if decoys[want] == 0 {
			t.Errorf("no decoy: %s", want)
		}
	}
}

// The engine over a few worlds of each family. What is promised stands in docs/quality.md, of many more worlds; this only notices that
// something broke.
func TestTheEngineFindsWhatIsWrongAndLittleElse(t *testing.T) {
	issues, err := os.ReadFile("../../ingest/issues.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := clickhousetest.Open(t)
	evaluation := worlds.NewEvaluation(1)
	for i, family := range []string{"shop", "leads", "publisher", "saas", "messy", "sparse"} {
		world := newWorld(t, family, uint64(300+i))
		insights, err := worlds.Find(t.Context(), db, world, string(issues))
		if err != nil {
			t.Fatal(err)
		}
		evaluation.Add(world, world.Judge(insights))
	}
	evaluation.Finish()
	all := evaluation.All
	if all.Must < 20 || all.Precision < .8 || all.Recall < .7 || all.NDCG < .5 {
		t.Errorf("precision %.2f of %d, recall %.2f of %d, NDCG %.2f", all.Precision, all.Found, all.Recall, all.Must, all.NDCG)
	}
}
