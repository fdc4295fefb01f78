package trial_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"upslope"
	"upslope/analytics/analyticstest"
	"upslope/analytics/issues/rules"
	"upslope/analytics/trial"
	"upslope/infra/clickhouse/clickhousetest"
	"upslope/simulator/evaluation"
	"upslope/simulator/families"
	"upslope/simulator/truth"
	"upslope/simulator/warehouse"
)

func TestMain(m *testing.M) { clickhousetest.Main(m) }

// A new detector fails here until the generator knows it, and in package families until it has plants and
// decoys.
func TestEveryDetectorIsInTheGeneratorsRegistryAndTheReverse(t *testing.T) {
	var shipped, known []string
	typeLine := regexp.MustCompile(`(?m)^type = "(\w+)"`)
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "detector.toml" || strings.Contains(path, "testdata") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := filepath.Base(filepath.Dir(path))
		if other := typeLine.FindSubmatch(text); other != nil {
			name = string(other[1])
		}
		shipped = append(shipped, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, detector := range truth.Detectors() {
		known = append(known, detector.Type)
	}
	slices.Sort(shipped)
	slices.Sort(known)
	if shipped = slices.Compact(shipped); !slices.Equal(shipped, known) {
		t.Errorf("detectors are %q; simulator/truth/detector.go lists %q", shipped, known)
	}
}

// Runs the engine over a world of each family. docs/quality.md has the figures of many more; these bounds
// only catch breakage.
func TestEngineFindsWhatIsWrongAndLittleElse(t *testing.T) {
	db := clickhousetest.Open(t)
	result := evaluation.New(1)
	var texts []upslope.Insight
	for i, family := range []string{"shop", "leads", "publisher", "saas", "messy", "sparse"} {
		world, err := families.New(family, uint64(300+i))
		if err != nil {
			t.Fatal(err)
		}
		if err := warehouse.Load(t.Context(), db, world.Tables()); err != nil {
			t.Fatal(err)
		}
		if err := db.Exec(t.Context(), rules.Find(), world.ImportParameters()); err != nil {
			t.Fatal(err)
		}
		insights, err := trial.Find(t.Context(), db, trial.Site{Site: world.Site, Connections: world.Connections, Crawl: world.Crawl, Today: world.Today})
		if err != nil {
			t.Fatal(err)
		}
		for _, insight := range insights {
			texts = append(texts, insight.Insight)
		}
		result.Add(&world.Record, world.Judge(insights))
		result.Check(&world.Record, insights)
	}
	result.Finish()
	if len(result.Contradictions) > 0 {
		t.Errorf("contradictions:\n%s", strings.Join(result.Contradictions, "\n"))
	}
	analyticstest.CheckInsights(t, "worlds", texts)
	all := result.All
	if all.Must < 20 || all.Precision < .8 || all.Recall < .7 || all.NDCG < .5 {
		t.Errorf("precision %.2f of %d, recall %.2f of %d, NDCG %.2f", all.Precision, all.Found, all.Recall, all.Must, all.NDCG)
	}
}
