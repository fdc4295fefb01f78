package semrush

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// Columns are read by their names: new ones, in any order, and cells that are no numbers change nothing else.
func TestNewColumnsAndUnknownValuesChangeNothing(t *testing.T) {
	rowsOf := func(body string) ([]map[string]any, error) {
		s := newStandIn(t, func(query url.Values) (int, string) {
			if query.Get("display_offset") != "0" && query.Get("display_offset") != "" {
				return http.StatusOK, "ERROR 50 :: NOTHING FOUND"
			}
			return http.StatusOK, body
		})
		rows, _, err := read(t, fetch(s, 0))
		return rows, err
	}
	documented := documented(t, "domain_organic.csv")
	want, err := rowsOf(documented)
	if err != nil || len(want) == 0 {
		t.Fatalf("%d rows, %v", len(want), err)
	}
	wider := func(line func(cells string, header bool) string) string {
		lines := strings.Split(strings.TrimRight(documented, "\r\n"), "\n")
		for i, cells := range lines {
			lines[i] = line(strings.TrimRight(cells, "\r"), i == 0)
		}
		return strings.Join(lines, "\r\n") + "\r\n"
	}
	added := func(name, value string, front bool) string {
		return wider(func(cells string, header bool) string {
			cell := value
			if header {
				cell = name
			}
			if front {
				return cell + ";" + cells
			}
			return cells + ";" + cell
		})
	}
	for name, body := range map[string]string{
		"a new column":              added("Intent Score", "7", false),
		"a new column in front":     added("Intent Score", "high", true),
		"a new column without text": added("", "", false),
		"an object as a cell":       added("Details", `{"a":[1,2]}`, false),
		"other line ends":           strings.ReplaceAll(documented, "\r\n", "\n"),
		"a byte order mark":         "\ufeff" + documented,
	} {
		if got, err := rowsOf(body); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n got %v\nwant %v", name, err, got, want)
		}
	}
}
