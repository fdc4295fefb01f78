package analytics

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/BurntSushi/toml"

	"upslope"
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
//	link_percentile   0 to 1, null: unknown
//	effort_class      1 (minutes) to 5 (a project)
//	probability_real, probability_fix                              0 to 1; confidence is their product
//
// evidence.sql gives the rows behind one insight, at most shown_rows. It gets that and the entity's parts as parameters, under the columns'
// names. common.sql, when the folder has one, stands in front of all.
//
// targets.sql, when the folder has one, picks pages that the other two look at closely: its only column becomes their parameter targets. Without any, nothing is found.
// Otherwise each of their steps that needs those pages would look through the whole site for them.
type detector struct {
	Type       string
	Title      string
	Icon       string
	Color      string
	Plan       string
	Source     string         // what it looks at: crawl
	Evidence   []string       // the columns that become the insight's evidence
	Parameters map[string]any // the numbers of its SQL
	Texts      map[string]texts

	candidatesSQL string
	evidenceSQL   string
	targetsSQL    string // "" when there is none
}

// sourceCrawl is what a detector can look at: the pages, links and issues of the newest crawl.
const sourceCrawl = "crawl"

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
	d := &detector{Type: name}
	folder := path.Join("detectors", name)
	read, err := toml.DecodeFS(files, path.Join(folder, "detector.toml"), d)
	if err != nil {
		return nil, err
	}
	if unknown := read.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("detector.toml has the unknown key %s", unknown[0])
	}
	if d.Title == "" || len(d.Texts) == 0 {
		return nil, errors.New("detector.toml needs a title and texts")
	}
	if d.Source != sourceCrawl {
		return nil, fmt.Errorf("detector.toml names the unknown source %q", d.Source)
	}
	common, err := fs.ReadFile(files, path.Join(folder, "common.sql"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for file, sql := range map[string]*string{"detector.sql": &d.candidatesSQL, "evidence.sql": &d.evidenceSQL, "targets.sql": &d.targetsSQL} {
		own, err := fs.ReadFile(files, path.Join(folder, file))
		if file == "targets.sql" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		*sql = string(common) + string(own)
	}
	return d, nil
}

func (d *detector) insightType() upslope.InsightType {
	return upslope.InsightType{Type: d.Type, Title: d.Title, Icon: d.Icon, Color: d.Color}
}
