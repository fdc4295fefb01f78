package insights

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"upslope"
	"upslope/analytics/facts"
	"upslope/analytics/format"
)

// fix is a table to paste or upload elsewhere, as detector.toml declares it under fixes.<kind>:
//
//	[fixes.redirects]
//	title = "Redirect map"            # for people
//	file = "redirects.csv"
//	texts = ["turns"]                 # text keys it applies to; absent: all
//	each = "others"                   # list column with one row per item; absent: one row
//	where = "{{.item.goes}}"          # rows for which this is empty are omitted; absent: none
//	columns = [
//	  { title = "From", cell = "{{.item.url}}" },
//	  { title = "To", cell = "{{.keep}}" },
//	]
//
// Cells are templates like texts, with .item. They are filled from the newest facts with up to {shown_rows}
// list items, so that a task of 300 pages has 300 rows although its steps name five, without what a stronger
// opportunity contradicts. A column marked optional is left out where it is empty in every row, and so is a
// row that leads from an address to itself. An empty table is omitted.
type fix struct {
	Title   string
	File    string
	Texts   []string
	Each    string
	Where   wording
	Columns []fixColumn
}

type fixColumn struct {
	Title    string
	Cell     wording
	Optional bool
}

func (f fix) check(d *detector) error {
	if f.Title == "" || !strings.HasSuffix(f.File, ".csv") || len(f.Columns) == 0 {
		return errors.New("needs a title, a .csv file and columns")
	}
	for _, name := range f.Texts {
		if _, ok := d.Texts[name]; !ok {
			return fmt.Errorf("is for the unknown text %s", name)
		}
	}
	return nil
}

// Fixes returns what is ready to paste or upload for an insight, and always a ticket with the steps of its
// related opportunities.
func (e *Engine) Fixes(ctx context.Context, accountID string, insight upslope.Insight, followers []upslope.Insight) ([]upslope.Fix, error) {
	fixes := []upslope.Fix{ticket(insight, followers)}
	detector := e.detector(insight)
	if detector == nil || len(detector.Fixes) == 0 {
		return fixes, nil
	}
	params, err := e.lookAgain(ctx, accountID, insight, detector)
	if err != nil || params == nil {
		return fixes, err
	}
	rows, err := e.candidateRows(ctx, detector, params)
	if err != nil {
		return nil, fmt.Errorf("read what fixes insight %s: %w", insight.ID, err)
	}
	var again *candidate
	for _, row := range rows {
		candidate, err := detector.candidateOf(row)
		if err != nil {
			return nil, fmt.Errorf("read what fixes insight %s: %w", insight.ID, err)
		}
		if candidate.entity == insight.Entity {
			again = &candidate
		}
	}
	if again == nil {
		return fixes, nil // no longer found
	}
	again.leaveOut(insight.LeftOut)
	addressOf, err := e.cellsOf(ctx, detector, params, *again)
	if err != nil {
		return nil, err
	}
	for _, kind := range slices.Sorted(maps.Keys(detector.Fixes)) {
		made, err := detector.Fixes[kind].fill(*again, addressOf)
		if err != nil {
			return nil, fmt.Errorf("detector %s: fixes.%s: %w", detector.Type, kind, err)
		}
		if made != nil {
			made.Kind = kind
			fixes = append(fixes, *made)
		}
	}
	return fixes, nil
}

// fill fills the table for a candidate, with address applied to each cell; nil without rows.
func (f fix) fill(c candidate, address func(cell string) string) (*upslope.Fix, error) {
	if text, _ := c.columns["text"].(string); len(f.Texts) > 0 && !slices.Contains(f.Texts, text) {
		return nil, nil
	}
	words := wordsOf(c.columns, c.entityType, c.entity.Template)
	items := []any{nil}
	if f.Each != "" {
		list := reflect.ValueOf(c.columns[f.Each])
		if list.Kind() != reflect.Slice {
			return nil, fmt.Errorf("the SQL has no list %s", f.Each)
		}
		items = make([]any, list.Len())
		for i := range items {
			items[i] = list.Index(i).Interface()
		}
	}
	head := make([]string, len(f.Columns))
	isKept := make([]bool, len(f.Columns))
	for i, column := range f.Columns {
		head[i], isKept[i] = column.Title, !column.Optional
	}
	rows := [][]string{head}
	for _, item := range items {
		words["item"] = item
		if f.Where.Template != nil {
			if condition, err := f.Where.render(words); err != nil || condition == "" {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		cells := make([]string, len(f.Columns))
		for i, column := range f.Columns {
			cell, err := column.Cell.render(words)
			if err != nil {
				return nil, err
			}
			cells[i] = upslope.SpreadsheetCell(address(cell))
		}
		if len(cells) > 1 && strings.HasPrefix(cells[0], "http") && cells[0] == cells[1] {
			continue
		}
		for i, cell := range cells {
			isKept[i] = isKept[i] || cell != ""
		}
		rows = append(rows, cells)
	}
	if len(rows) == 1 {
		return nil, nil
	}
	content, err := written(rows, isKept)
	return &upslope.Fix{Title: f.Title, FileName: f.File, MediaType: "text/csv", Content: content}, err
}

// written is a table of these rows as CSV, with the columns to keep.
func written(rows [][]string, isKept []bool) (string, error) {
	var content strings.Builder
	table := csv.NewWriter(&content)
	for _, row := range rows {
		var cells []string
		for i, cell := range row {
			if isKept[i] {
				cells = append(cells, cell)
			}
		}
		if err := table.Write(cells); err != nil {
			return "", err
		}
	}
	table.Flush()
	return content.String(), table.Error()
}

// ticket renders an insight in Markdown for its assignee: reason, value, steps and evidence, then the steps
// of related opportunities.
func ticket(insight upslope.Insight, followers []upslope.Insight) upslope.Fix {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n", inMarkdown(insight.Title), inMarkdown(insight.Summary))
	fmt.Fprintf(&b, "- **%s:** %s\n", kindOfValue(insight), worth(insight.Value))
	b.WriteString(restsOn(insight))
	fmt.Fprintf(&b, "- **Confidence:** %s%s\n- **Effort:** %d of 100\n", format.Percent(float64(insight.Confidence), 0), probabilities(insight.Evidence), insight.Effort)
	fmt.Fprintf(&b, "\n## Steps\n\n%s", checklist(insight))
	for _, follower := range followers {
		fmt.Fprintf(&b, "\n## Related: %s\n\n%s\n\n", inMarkdown(follower.Title), inMarkdown(follower.Summary))
		fmt.Fprintf(&b, "- **%s:** %s; shared clicks count once\n\n%s", kindOfValue(follower), worth(follower.Value), checklist(follower))
	}
	b.WriteString("\n## Evidence\n\n")
	for _, name := range []string{"window", "source", "coverage"} {
		if text, ok := insight.Evidence[name].(string); ok && text != "" {
			fmt.Fprintf(&b, "- %s: %s\n", sentenceCase(name), inMarkdown(text))
		}
	}
	currency, _ := insight.Evidence["currency"].(string)
	if insight.Value != nil {
		currency = cmp.Or(insight.Value.Currency, currency)
	}
	for _, name := range slices.Sorted(maps.Keys(insight.Evidence)) {
		if slices.Contains(shownAbove, name) {
			continue
		}
		if text := figureText(name, insight.Evidence[name], currency); text != "" {
			fmt.Fprintf(&b, "- %s: %s\n", figureName(name), inMarkdown(text))
		}
	}
	return upslope.Fix{Kind: "ticket", Title: "Ticket", FileName: "ticket.md", MediaType: "text/markdown", Content: b.String()}
}

// kindOfValue says what a value is: revenue is no profit, and nobody has lost it.
func kindOfValue(insight upslope.Insight) string {
	if insight.IsRevenue() {
		return "Estimated revenue"
	}
	return "Potential value"
}

// checklist renders the steps of an insight as a task list.
func checklist(insight upslope.Insight) string {
	var b strings.Builder
	for step := range strings.Lines(insight.Instructions) {
		fmt.Fprintf(&b, "- [ ] %s\n", inMarkdown(strings.TrimSpace(step)))
	}
	return b.String()
}

// shownAbove are figures shown in the ticket's head or merged into others.
var shownAbove = []string{
	"window", "source", "coverage", "currency", "probabilityReal", "probabilityFix", "clicksLow", "clicksMid", "clicksHigh", "clickValue", "clickValueSource",
}

// restsOn explains a value in money by clicks and the value of a click; "" for others.
func restsOn(insight upslope.Insight) string {
	clicks, isOfClicks := facts.Float(insight.Evidence["clicksMid"])
	each, hasPrice := facts.Float(insight.Evidence["clickValue"])
	if !isOfClicks || !hasPrice || insight.Value == nil {
		return ""
	}
	return fmt.Sprintf("- **Based on:** %s extra clicks × %s a click (%v)\n", separated(clicks), format.Money(each, insight.Value.Currency), insight.Evidence["clickValueSource"])
}

// worth formats a value with its range.
func worth(value *upslope.Value) string {
	if value == nil {
		return "not yet estimated"
	}
	return format.Worth(*value)
}

// certain writes a probability; an estimate is never certain.
func certain(probability float64) string {
	switch {
	case probability > .99:
		return "over 99%"
	case probability < .01:
		return "under 1%"
	}
	return format.Percent(100*probability, 0)
}

func probabilities(evidence map[string]any) string {
	real, knowsReal := facts.Float(evidence["probabilityReal"])
	succeeds, knowsFix := facts.Float(evidence["probabilityFix"])
	if !knowsReal || !knowsFix {
		return ""
	}
	return fmt.Sprintf(" (problem is real: %s; fix works: %s)", certain(real), certain(succeeds))
}

// inMarkdown escapes untrusted texts such as page titles, so that they add no links, HTML or lines.
func inMarkdown(text string) string {
	return strings.NewReplacer("\\", "\\\\", "<", "\\<", "[", "\\[", "`", "\\`", "*", "\\*", "\r", " ", "\n", " ").Replace(text)
}
