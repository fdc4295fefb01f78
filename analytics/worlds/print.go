package worlds

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Print writes an evaluation as tables for people.
func (e *Evaluation) Print(out io.Writer) {
	p := printer{out}
	p.line("%d worlds, seed %d", e.Worlds, e.Seed)
	p.line("\n%-26s %6s %9s %6s %7s %6s %6s %6s %8s %9s %9s %8s %6s", "detector", "found", "precision", "must", "recall", "NDCG", "ranked", "quiet", "<=1 false", "deviation", "weighted", "in range", "above")
	for _, detector := range Detectors() {
		if f := e.Detectors[detector]; f != nil {
			p.figures(detector, f)
		}
	}
	p.figures("all", e.All)
	p.line("\n%-26s", "family")
	for _, family := range slices.Sorted(maps.Keys(e.Families)) {
		p.figures(family, e.Families[family])
	}
	p.line("\nBy family, as precision/recall/NDCG:")
	p.printf("%-26s", "")
	families := slices.Sorted(maps.Keys(e.Cells))
	for _, family := range families {
		p.printf(" %-14s", family)
	}
	p.line("")
	for _, detector := range Detectors() {
		p.printf("%-26s", detector)
		for _, family := range families {
			f := e.Cells[family][detector]
			p.printf(" %-14s", fmt.Sprintf("%s/%s/%s", rate(f.Precision, f.Found), rate(f.Recall, f.Must), rate(f.NDCG, f.Ranked)))
		}
		p.line("")
	}
	p.line("\nHow probable insights are said to be real, and how many of them are (number of insights):")
	for _, detector := range append(Detectors(), "all") {
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
}

type printer struct{ out io.Writer }

func (p printer) printf(format string, args ...any) { _, _ = fmt.Fprintf(p.out, format, args...) }

func (p printer) line(format string, args ...any) { p.printf(format+"\n", args...) }

func (p printer) figures(name string, f *Figures) {
	p.line("%-26s %6d %9s %6d %7s %6s %6d %6d %8s %9s %9s %8s %6s", name, f.Found, rate(f.Precision, f.Found), f.Must, rate(f.Recall, f.Must), rate(f.NDCG, f.Ranked),
		f.Ranked, f.Quiet, rate(f.QuietRate, f.Quiet), rate(f.Deviation, f.Found), rate(f.Error, f.Found), rate(f.RangeRate, f.Ranged), rate(share(f.Above, f.Ranged), f.Ranged))
}

// rate is a rate in words; of nothing there is none.
func rate(value float64, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", value)
}

// PrintWorld writes what a consultant would read of a world first, with the truth beside it, then what was not found and had to be.
func (w *World) PrintWorld(out io.Writer, verdicts []Verdict, most int) {
	p := printer{out}
	p.line("\n%s/%d: %s, %d pages, %d queries, %d insights", w.Family, w.Seed, w.Site.Domain, len(w.pages), len(w.queries), len(verdicts))
	for i, v := range verdicts[:min(most, len(verdicts))] {
		is := "false"
		if v.Real {
			is = "real"
		}
		said, _ := v.Insight.Evidence["probabilityReal"].(float64)
		value := "unknown"
		if v.Insight.Value != nil {
			value = fmt.Sprintf("%.0f (%.0f to %.0f) %s", v.Insight.Value.Mid, v.Insight.Value.Low, v.Insight.Value.High, v.Insight.Value.Unit+v.Insight.Value.Currency)
		}
		p.line("%2d. [%d] %s\n    %s\n    value %s, expected %.1f, real with %.2f | truth: %s, expected %.1f %s. %s", i+1, v.Insight.Score, v.Insight.Title, v.Insight.Summary,
			value, v.Insight.ExpectedValue, said, is, v.Expected, w.unit(), v.Reason)
		for step := range strings.Lines(v.Insight.Instructions) {
			p.line("      - %s", strings.TrimSpace(step))
		}
	}
	hit := map[int]bool{}
	for _, v := range verdicts {
		for _, i := range v.Cases {
			hit[i] = hit[i] || v.Real
		}
	}
	for i, c := range w.Cases {
		if c.Must && !hit[i] && !(c.Type == Keyword && w.foundOtherwise(c, hit)) {
			p.line("missed: %s, expected %.1f", c, c.Expected())
		}
	}
	for _, v := range verdicts {
		if !v.Real {
			p.line("false: %s %s %v (real with %.2f): %s", v.Insight.Type, v.Insight.Title, v.Insight.Entity, v.Insight.Evidence["probabilityReal"], v.Reason)
		}
	}
}

// String names a case in words.
func (c Case) String() string {
	parts := []string{c.Type, c.Kind}
	for _, part := range []string{c.Query, c.Page, c.Issue, c.Campaign, c.Group, c.Term} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " ")
}
