package simulator

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"upslope/simulator/world"
)

// SemrushKey is the valid API key.
const SemrushKey = "simulated0semrush0key00000000000"

// semrush serves the CSV reports; it returns false for other addresses.
func (s *Server) semrush(w http.ResponseWriter, r *http.Request) bool {
	if r.URL.Path == "/users/countapiunits.html" {
		left, _, _ := s.limits.take("semrush units", 0, semrushUnits, day, s.config.Now())
		writeBody(w, http.StatusOK, "text/plain; charset=utf-8", []byte(strconv.Itoa(left)))
		return true
	}
	query := r.URL.Query()
	if r.Method != http.MethodGet || r.URL.Path != "/" || query.Get("type") == "" {
		return false
	}
	offset, _ := strconv.Atoi(query.Get("display_offset")) // an invalid number means 0, as at Semrush
	limit := 10_000
	if text := query.Get("display_limit"); text != "" {
		limit, _ = strconv.Atoi(text)
	}
	s.do(w, r, call{
		Source: sourceSemrush, Property: query.Get("domain"), Report: query.Get("type"), Page: 1 + offset/max(1, limit-offset), contentType: "text/plain; charset=utf-8", fail: failSemrush,
		allowed: func() *failure { return s.authorizeSemrush(query) },
		answer:  func() ([]byte, *failure) { return s.semrushAnswer(query, offset, limit) },
	})
	return true
}

// semrushError is a plain text; most have status 200, like data.
func semrushError(status, number int, text string) *failure {
	return &failure{code: status, status: "SEMRUSH", message: fmt.Sprintf("ERROR %d :: %s", number, text)}
}

func failSemrush(w http.ResponseWriter, f failure) {
	text := f.message
	if f.status != "SEMRUSH" { // an injected fault
		switch f.code {
		case http.StatusForbidden:
			text = "ERROR 132 :: API UNITS BALANCE IS ZERO"
		case http.StatusTooManyRequests:
			text = "ERROR 131 :: LIMIT EXCEEDED"
			if f.retryAfter > 0 {
				w.Header().Set("Retry-After", strconv.Itoa(int(f.retryAfter/time.Second)))
			}
		}
	}
	writeBody(w, f.code, "text/plain; charset=utf-8", []byte(text))
}

func (s *Server) authorizeSemrush(query url.Values) *failure {
	switch {
	case query.Get("key") == "":
		return semrushError(http.StatusBadRequest, 40, `MANDATORY PARAMETER "key" NOT SET OR EMPTY`)
	case query.Get("key") != SemrushKey:
		return semrushError(http.StatusForbidden, 120, "WRONG KEY - ID PAIR")
	case query.Get("domain") == "":
		return semrushError(http.StatusBadRequest, 40, `MANDATORY PARAMETER "domain" NOT SET OR EMPTY`)
	case len(query.Get("database")) < 2:
		return semrushError(http.StatusBadRequest, 44, "WRONG DATABASE")
	}
	if s.config.Unlimited {
		return nil
	}
	if _, ok, _ := s.limits.take("semrush", 1, semrushPerSecond, time.Second, s.config.Now()); !ok {
		return semrushError(http.StatusTooManyRequests, 131, "LIMIT EXCEEDED")
	}
	return nil
}

// semrushAnswer returns one page of a report. Every line costs units; without enough of them it fails.
func (s *Server) semrushAnswer(query url.Values, offset, limit int) ([]byte, *failure) {
	w := s.byDomain[strings.TrimPrefix(query.Get("domain"), "www.")]
	var table semrushTable
	units := 10
	switch query.Get("type") {
	case "domain_organic":
		table = organicTable(w, s.today("America/New_York"))
	case "domain_organic_organic":
		table, units = competitorTable(w), 40
	default:
		return nil, semrushError(http.StatusBadRequest, 42, "QUERY TYPE NOT SUPPORTED")
	}
	columns := strings.Split(query.Get("export_columns"), ",")
	if query.Get("export_columns") == "" {
		columns = table.defaultColumns
	}
	for _, column := range columns {
		if table.names[column] == "" {
			return nil, semrushError(http.StatusBadRequest, 46, "WRONG EXPORT COLUMN "+column)
		}
	}
	// The limit counts from the first line, not from the offset.
	lines := table.lines[:min(max(0, limit), len(table.lines))]
	lines = lines[min(max(0, offset), len(lines)):]
	if len(lines) == 0 {
		return nil, semrushError(http.StatusOK, 50, "NOTHING FOUND")
	}
	if _, ok, _ := s.limits.take("semrush units", units*len(lines), semrushUnits, day, s.config.Now()); !ok && !s.config.Unlimited {
		return nil, semrushError(http.StatusForbidden, 132, "API UNITS BALANCE IS ZERO")
	}
	return table.csv(columns, lines, query.Get("export_escape") == "1"), nil
}

// semrushTable is a report: its column headers, its default columns, and its lines by column.
type semrushTable struct {
	names          map[string]string
	defaultColumns []string
	lines          []map[string]string
}

func (t semrushTable) csv(columns []string, lines []map[string]string, escape bool) []byte {
	var b strings.Builder
	write := func(cell func(column string) string) {
		for i, column := range columns {
			if i > 0 {
				b.WriteByte(';')
			}
			if escape {
				b.WriteString(`"` + strings.ReplaceAll(cell(column), `"`, `""`) + `"`)
			} else {
				b.WriteString(cell(column))
			}
		}
		b.WriteString("\r\n")
	}
	write(func(column string) string { return t.names[column] })
	for _, line := range lines {
		write(func(column string) string { return line[column] })
	}
	return []byte(b.String())
}

func organicTable(w *world.World, today world.Day) semrushTable {
	table := semrushTable{
		names: map[string]string{
			"Ph": "Keyword", "Po": "Position", "Pp": "Previous Position", "Pd": "Position Difference", "Nq": "Search Volume", "Cp": "CPC", "Ur": "Url", "Tr": "Traffic (%)", "Tc": "Traffic Cost (%)",
			"Co": "Competition", "Nr": "Number of Results", "Td": "Trends", "Kd": "Keyword Difficulty Index", "Fk": "Keywords SERP Features", "Fp": "SERP Features", "In": "Intents", "Ts": "Timestamp", "Pt": "Position type", "Tg": "Traffic",
		},
		defaultColumns: []string{"Ph", "Po", "Pp", "Pd", "Nq", "Cp", "Ur", "Tr", "Tc", "Co", "Nr", "Td"},
	}
	if w == nil {
		return table
	}
	intents := map[string]string{"commercial": "0", "informational": "1", "navigational": "2", "transactional": "3"}
	for _, r := range w.Rankings(today) {
		features := strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Features), " ", ","), "[]")
		own := ""
		if strings.HasPrefix(features+",", "6,") {
			own = "6"
		}
		table.lines = append(table.lines, map[string]string{
			"Ph": w.Queries[r.Query].Text, "Po": strconv.Itoa(r.Position), "Pp": strconv.Itoa(r.Previous), "Pd": strconv.Itoa(r.Previous - r.Position), "Nq": strconv.Itoa(r.Volume),
			"Cp": fmt.Sprintf("%.2f", r.CPC), "Ur": w.Pages[r.Page].URL, "Tr": fmt.Sprintf("%.2f", r.TrafficShare), "Tc": fmt.Sprintf("%.2f", r.TrafficShare), "Co": fmt.Sprintf("%.2f", float64(r.Difficulty)/100),
			"Nr": strconv.Itoa(r.Volume * 9000), "Td": "0.66,0.66,0.81,0.81,1.00,1.00,0.81,0.66,0.54,0.54,0.66,0.81", "Kd": fmt.Sprintf("%d.00", r.Difficulty), "Fk": features, "Fp": own, "In": intents[r.Intent],
			"Ts": strconv.FormatInt(today.Time().Unix(), 10), "Pt": "organic", "Tg": strconv.Itoa(r.Volume / (2 + r.Position)),
		})
	}
	return table
}

func competitorTable(w *world.World) semrushTable {
	table := semrushTable{
		names:          map[string]string{"Dn": "Domain", "Cr": "Competitor Relevance", "Np": "Common Keywords", "Or": "Organic Keywords", "Ot": "Organic Traffic", "Oc": "Organic Cost", "Ad": "Adwords Keywords"},
		defaultColumns: []string{"Dn", "Cr", "Np", "Or", "Ot", "Oc", "Ad"},
	}
	if w == nil {
		return table
	}
	for _, rival := range w.Competitors() {
		table.lines = append(table.lines, map[string]string{
			"Dn": rival.Domain, "Cr": fmt.Sprintf("%.2f", rival.Relevance), "Np": strconv.Itoa(rival.Common), "Or": strconv.Itoa(rival.Keywords), "Ot": strconv.Itoa(rival.Traffic), "Oc": strconv.Itoa(rival.Cost), "Ad": strconv.Itoa(rival.Keywords / 20),
		})
	}
	return table
}
