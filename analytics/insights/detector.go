package insights

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/BurntSushi/toml"

	"upslope"
	"upslope/analytics/facts"
)

//go:embed all:detectors
var detectorFiles embed.FS

// detector is one folder of detectors/: what a type of insight is called, how candidates are found and how they are put into words.
//
// detector.sql gives one row a candidate, with columns of these names; whatever else it selects is for texts and evidence:
//
//	text              which of the texts in detector.toml says it
//	entity_type       page, template, query, …
//	query, page, template, campaign_id, ad_group_id, term, issue   the entity; those that do not apply may be missing
//	value_low, value_mid, value_high, value_unit, value_currency   per month, if the fix succeeds; null or missing: unknown
//	severity          critical, high, medium or low: ranks it while the value is unknown
//	value_most        per month, in value_unit: what an unknown value cannot exceed, such as all that search brings to its pages; it ranks no
//	                  higher than that
//	link_percentile   0 to 1, null: unknown
//	effort_class      1 (minutes) to 5 (a project)
//	value_page        whose click value turns clicks into money, when the entity has no page
//	probability_real, probability_fix                              0 to 1; confidence is their product
//	posterior_alpha, posterior_beta, posterior_threshold           instead of probability_real: the probability that a rate whose posterior
//	                                                               is Beta(alpha, beta) is below the threshold
//
// A value in clicks becomes money where the value of a click is known: a detector of search data speaks of clicks only. The header
// of each file names what it uses of package facts, and common.sql where it goes on from its steps.
//
// evidence.sql gives the rows behind one insight, at most shown_rows. It gets that and the entity's parts as parameters, under the columns'
// names.
//
// targets.sql, when the folder has one, picks what the other two look at closely: each of its columns becomes a parameter of theirs, a
// list under the column's name, and one of them is targets, of texts. Without any, nothing is found. Otherwise each of their steps would
// look through the whole site for them. A step that several others read is planned, and run, once for each of them: what many steps
// stand on is better picked first.
//
// detector.toml says under rule how all of this is done, for people, and which of its numbers a site may say otherwise. See rule.
//
// detector.toml can declare fixes.<kind>: tables that are ready to paste or to upload elsewhere, made of the columns of detector.sql as
// texts are. See fix. Their SQL gets the entity's parts and a large shown_rows, as evidence.sql does.
//
// Two folders can find one type: the one that is not named like it says so with type, and both say with issues which parts of its
// entities are theirs, so that what one does not look for is not gone.
type detector struct {
	Type   string
	Issues []string // the values of entity.issue that are its own; none: all of the type
	Title  string
	Icon   string
	Color  string
	facts.Sources
	Evidence   []string       // the columns that become the insight's evidence
	Parameters map[string]any // the numbers of its SQL
	Texts      map[string]texts
	Rule       rule           // how it finds and sizes, for people
	Fixes      map[string]fix // tables that are ready to paste, by kind; see fix. A ticket of every insight comes by itself
	// LeastProbability is the least probability_real of what it finds; 0: all that its SQL gives.
	LeastProbability float64

	name          string // of its folder
	candidatesSQL string
	evidenceSQL   string
	targetsSQL    string // "" when there is none
}

// shippedDetectors are those of this program: they are the same for every Engine.
var shippedDetectors = sync.OnceValues(func() ([]*detector, error) { return loadDetectors(detectorFiles) })

// loadDetectors reads every folder, in the order of their names. A folder that cannot work is an error here, not in a job.
func loadDetectors(files fs.FS) ([]*detector, error) {
	folders, err := fs.ReadDir(files, "detectors")
	if err != nil {
		return nil, fmt.Errorf("list detectors: %w", err)
	}
	var detectors []*detector
	for _, folder := range folders {
		detector, err := loadDetector(files, folder.Name())
		if err != nil {
			return nil, fmt.Errorf("detector %s: %w", folder.Name(), err)
		}
		detectors = append(detectors, detector)
	}
	return detectors, nil
}

func loadDetector(files fs.FS, name string) (*detector, error) {
	d := &detector{Type: name, name: name}
	folder := path.Join("detectors", name)
	read, err := toml.DecodeFS(files, path.Join(folder, "detector.toml"), d)
	if err != nil {
		return nil, err
	}
	if unknown := read.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("detector.toml has the unknown key %s", unknown[0])
	}
	if (d.Title == "" && d.Type == name) || len(d.Texts) == 0 {
		return nil, errors.New("detector.toml needs a title and texts")
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	for kind, fix := range d.Fixes {
		if err := fix.check(d); err != nil {
			return nil, fmt.Errorf("detector.toml: fixes.%s %w", kind, err)
		}
	}
	if err := d.Rule.check(d); err != nil {
		return nil, fmt.Errorf("detector.toml: rule %w", err)
	}
	for file, sql := range map[string]*string{"detector.sql": &d.candidatesSQL, "evidence.sql": &d.evidenceSQL, "targets.sql": &d.targetsSQL} {
		*sql, err = facts.Given().File(files, path.Join(folder, file))
		if err != nil && (file != "targets.sql" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
	}
	return d, nil
}

// finds says whether an insight is of the kind that it finds.
func (d *detector) finds(insight upslope.Insight) bool {
	return d.Type == insight.Type && (len(d.Issues) == 0 || slices.Contains(d.Issues, insight.Entity.Issue))
}

func (d *detector) insightType() upslope.InsightType {
	return upslope.InsightType{Type: d.Type, Title: d.Title, Icon: d.Icon, Color: d.Color}
}
