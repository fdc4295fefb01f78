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

// detector is one folder of detectors/: a type of insight, how candidates are found and how they are worded.
//
// detector.sql returns one row per candidate, with these columns; any others are for texts and evidence:
//
//	text              key of its text in detector.toml
//	entity_type       page, template, query, …
//	query, page, template, campaign_id, ad_group_id, term, issue   the entity; unused ones may be absent
//	value_low, value_mid, value_high, value_unit, value_currency   per month, if fixed; null: unknown
//	severity          critical, high, medium or low: ranks a candidate of unknown value
//	value_limit       per month, in value_unit: the most that the figures of the line allow; null: any
//	value_most        per month, in value_unit: upper bound of an unknown value, such as all search value of
//	                  its pages; caps the rank
//	link_percentile   0 to 1, null: unknown
//	effort_class      1 (minutes) to 5 (a project)
//	value_page        page whose value of a click applies, if the entity has no page
//	probability_real, probability_fix                              0 to 1; confidence is their product
//	posterior_alpha, posterior_beta, posterior_threshold           alternative to probability_real: the
//	                  probability that Beta(alpha, beta) is below the threshold
//
// Search detectors value in clicks, which become money if the value of a click is known. The header of each
// file lists its definitions from package facts, and the files whose steps it continues, such as common.sql.
//
// evidence.sql returns the rows behind one insight, at most shown_rows. Its parameters are shown_rows and the
// parts of the entity, under the column names.
//
// targets.sql is optional and narrows down what the other two examine: each of its columns becomes a list
// parameter of theirs; the column targets is required. No targets, no candidates. ClickHouse expands a step
// at each reference, so a step with many readers is cheaper as a target.
//
// examples.sql is optional and reads what texts quote, for what detector.sql picked: each of its columns
// shown_…, a list, becomes a list parameter with the elements of all candidates, beside
// {shown_of:Array(UInt64)} with the candidate of each. It returns the columns to add to the candidate of its
// column candidate.
//
// detector.toml explains the method under rule, with the constants that a site may change; see rule. Under
// fixes.<kind> it declares tables to paste or upload, with columns templated like texts; see fix. Their SQL
// gets the parts of the entity and a large shown_rows, as evidence.sql does.
//
// Two folders can share a type: the one with another name declares type, and both list their entity issues,
// so that one does not close the insights of the other.
type detector struct {
	Type   string
	Issues []string // its values of entity.issue; none: the whole type
	Title  string
	Icon   string
	Color  string
	facts.Sources
	Evidence   []string       // columns for the insight's evidence
	Parameters map[string]any // constants of its SQL
	Texts      map[string]texts
	Rule       rule           // its method, for people
	Fixes      map[string]fix // tables to paste or upload, by kind; every insight also has a ticket
	// LeastProbability is the minimum probability_real of a candidate; 0: no minimum.
	LeastProbability float64
	// AsCrawled: its lists have addresses as crawled, not the pages by which tables are joined.
	AsCrawled bool

	name          string // of its folder
	candidatesSQL string
	evidenceSQL   string
	targetsSQL    string // "" for none
	examplesSQL   string // "" for none
}

// shippedDetectors are the embedded detectors, loaded once for all Engines.
var shippedDetectors = sync.OnceValues(func() ([]*detector, error) { return loadDetectors(detectorFiles) })

// loadDetectors reads every folder, sorted by name, and rejects malformed ones at startup instead of in a
// job.
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
	for file, sql := range map[string]*string{"detector.sql": &d.candidatesSQL, "evidence.sql": &d.evidenceSQL, "targets.sql": &d.targetsSQL, "examples.sql": &d.examplesSQL} {
		*sql, err = facts.Given().File(files, path.Join(folder, file))
		isOptional := sql == &d.targetsSQL || sql == &d.examplesSQL
		if err != nil && !(isOptional && errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
	}
	return d, nil
}

// finds reports whether an insight is of the detector's type and issues.
func (d *detector) finds(insight upslope.Insight) bool {
	return d.Type == insight.Type && (len(d.Issues) == 0 || slices.Contains(d.Issues, insight.Entity.Issue))
}

func (d *detector) insightType() upslope.InsightType {
	return upslope.InsightType{Type: d.Type, Title: d.Title, Icon: d.Icon, Color: d.Color}
}
