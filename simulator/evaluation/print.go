package evaluation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"upslope/simulator/truth"
)

// Print writes the evaluation as tables.
func (e *Evaluation) Print(out io.Writer) {
	p := printer{out}
	p.line("%d worlds, seed %d", e.Worlds, e.Seed)
	p.line("\n%-26s %6s %9s %6s %7s %6s %6s %6s %8s %9s %9s %8s %6s %6s", "detector", "found", "precision", "must", "recall", "NDCG", "ranked", "quiet", "<=1 false", "deviation", "weighted", "in range", "above", "ratio")
	for _, detector := range truth.Measured() {
		if f := e.Detectors[detector]; f != nil {
			p.figures(detector, f)
		}
	}
	p.figures("all", e.All)
	p.line("\n%-26s", "family")
	for _, family := range slices.Sorted(maps.Keys(e.Families)) {
		p.figures(family, e.Families[family])
	}
	p.line("\nBy family, as precision/recall/NDCG/in range:")
	p.printf("%-26s", "")
	families := slices.Sorted(maps.Keys(e.Cells))
	for _, family := range families {
		p.printf(" %-20s", family)
	}
	p.line("")
	for _, detector := range truth.Measured() {
		p.printf("%-26s", detector)
		for _, family := range families {
			f := e.Cells[family][detector]
			p.printf(" %-20s", fmt.Sprintf("%s/%s/%s/%s", rate(f.Precision, f.Found), rate(f.Recall, f.Must), rate(f.NDCG, f.Ranked), rate(f.RangeRate, f.Ranged)))
		}
		p.line("")
	}
	p.line("\nHow probable insights are said to be real, and how many of them are (number of insights):")
	for _, detector := range append(truth.Measured(), "all") {
		f := e.Detectors[detector]
		if detector == "all" {
			f = e.All
		}
		if f == nil {
			continue
		}
		var bins []string
		for _, bin := range f.Bins {
			bins = append(bins, fmt.Sprintf("%.2f %.2f (%d)", bin.Said, bin.True, bin.Count))
		}
		p.line("%-26s %s", detector, strings.Join(bins, "  "))
	}
	p.line("\n%d contradictions between insights", len(e.Contradictions))
	for _, one := range e.Contradictions {
		p.line("  %s", one)
	}
}

type printer struct{ out io.Writer }

func (p printer) printf(format string, args ...any) { _, _ = fmt.Fprintf(p.out, format, args...) }

func (p printer) line(format string, args ...any) { p.printf(format+"\n", args...) }

func (p printer) figures(name string, f *Figures) {
	p.line("%-26s %6d %9s %6d %7s %6s %6d %6d %8s %9s %9s %8s %6s %6s", name, f.Found, rate(f.Precision, f.Found), f.Must, rate(f.Recall, f.Must), rate(f.NDCG, f.Ranked),
		f.Ranked, f.Quiet, rate(f.QuietRate, f.Quiet), rate(f.Deviation, f.Found), rate(f.Error, f.Found), rate(f.RangeRate, f.Ranged), rate(share(f.Above, f.Ranged), f.Ranged), rate(f.Ratio, f.Ranged))
}

// rate prints a dash if nothing was counted.
func rate(value float64, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", value)
}

// PrintValues prints a line for each real insight of known value, to calibrate ranges with: family, seed,
// type, entity type, unit, low, middle, high, true value and evidence.
func PrintValues(out io.Writer, record *truth.Record, verdicts []truth.Verdict) {
	for _, v := range verdicts {
		value := v.Insight.Value
		if !v.Real || v.Value <= 0 || value == nil || record.Unit != cmp.Or(value.Currency, value.Unit) {
			continue
		}
		evidence, err := json.Marshal(v.Insight.Evidence)
		if err != nil {
			evidence = []byte("{}")
		}
		_, _ = fmt.Fprintf(out, "%s\t%d\t%s\t%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\n", record.Name, record.Seed, v.Insight.Type, v.Insight.EntityType, record.Unit,
			value.Low, value.Mid, value.High, v.Value, evidence)
	}
}

// PrintWorld prints the top insights of a world with their verdicts, then missed cases and false insights.
func PrintWorld(out io.Writer, title string, record *truth.Record, verdicts []truth.Verdict, maxInsights int) {
	p := printer{out}
	p.line("\n%s/%d: %s, %d insights", record.Name, record.Seed, title, len(verdicts))
	hit := map[int]bool{}
	for i, v := range verdicts {
		if i < maxInsights {
			p.verdict(i+1, v, record.Unit)
		}
		for _, found := range v.Cases {
			hit[found] = hit[found] || v.Real
		}
	}
	for i, c := range record.Cases {
		if c.Must && !hit[i] && !(c.Type == truth.Keyword && record.FoundAs(c, hit)) {
			p.line("missed: %s, expected %.1f", c, c.Expected())
		}
	}
	for _, v := range verdicts {
		if !v.Real {
			p.line("false: %s %s %v (real with %.2f): %s", v.Insight.Type, v.Insight.Title, v.Insight.Entity, v.Insight.Evidence["probabilityReal"], v.Reason)
		}
	}
}

func (p printer) verdict(number int, v truth.Verdict, unit string) {
	verdict := "false"
	if v.Real {
		verdict = "real"
	}
	stated, _ := v.Insight.Evidence["probabilityReal"].(float64)
	value := "unknown"
	if of := v.Insight.Value; of != nil {
		value = fmt.Sprintf("%.0f (%.0f to %.0f) %s", of.Mid, of.Low, of.High, of.Unit+of.Currency)
	}
	small := ""
	if v.Insight.Small {
		small = " small" // lists leave it out unless asked
	}
	p.line("%2d. [%d%s] %s\n    %s\n    value %s, expected %.1f, real with %.2f | truth: %s, expected %.1f %s. %s", number, v.Insight.Score, small, v.Insight.Title, v.Insight.Summary,
		value, v.Insight.ExpectedValue, stated, verdict, v.Expected, unit, v.Reason)
	for step := range strings.Lines(v.Insight.Instructions) {
		p.line("      - %s", strings.TrimSpace(step))
	}
}
