package facts

import (
	"strings"
	"testing"
	"testing/fstest"
)

func libraryOf(t *testing.T, files map[string]string) Library {
	t.Helper()
	folder := fstest.MapFS{}
	for name, text := range files {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	library, err := Library{}.With(folder, ".")
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func TestStatementsGetWhatTheyUseOnceAndInOrder(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"views/clicks.sql":            "-- One row: a day.\n-- uses: double\nselect double(n) as twice\nfrom t\n",
		"functions/math/double.sql":   "-- Twice a number.\n(n) -> 2 * n\n",
		"functions/math/fourfold.sql": "-- uses: double\n(n) -> double(double(n))\n",
		"functions/unused.sql":        "1\n",
	})
	for _, c := range []struct{ given, want string }{
		{"-- One row.\n-- uses: clicks, fourfold\nselect fourfold(twice) from clicks\n", `-- One row.
with
    -- Twice a number.
    (n) -> 2 * n as double,
    -- One row: a day.
    clicks as (
        select double(n) as twice
        from t
    ),
    (n) -> double(double(n)) as fourfold
select fourfold(twice) from clicks
`},
		{"-- uses: double\nwith\n    a as (\n        select 1 as n\n    )\n-- One row: n.\nselect double(n)\nfrom a\n", `with
    -- Twice a number.
    (n) -> 2 * n as double,
    a as (
        select 1 as n
    )
-- One row: n.
select double(n)
from a
`},
		{"select 1\n", "select 1\n"},
	} {
		got, err := library.Statement(c.given)
		if err != nil || got != c.want {
			t.Errorf("%s\nbecomes\n%s\n%v, want\n%s", c.given, got, err, c.want)
		}
	}
}

func TestStatementsGoOnFromTheStepsOfAnother(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"functions/double.sql": "(n) -> 2 * n\n"})
	shared := "-- Shared.\n-- uses: double\nwith\n    a as (\n        select double(1) as n\n    )\nselect * from a\n"
	got, err := library.Statement("with\n    b as (\n        select n from a\n    )\nselect n from b\n", shared)
	want := "with\n    (n) -> 2 * n as double,\n    a as (\n        select double(1) as n\n    ),\n    b as (\n        select n from a\n    )\nselect n from b\n"
	if err != nil || got != want {
		t.Errorf("%s\n%v, want\n%s", got, err, want)
	}
}

func TestStatementsThatCannotWorkAreErrors(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"functions/a.sql": "-- uses: b\n1\n", "functions/b.sql": "-- uses: a\n1\n"})
	for given, want := range map[string]string{
		"-- uses: c\nselect c\n":     `no definition "c"`,
		"-- uses: a\nselect a\n":     "uses itself",
		"    a as (select 1)\n":      "begins with select or with",
		"insert into t values (1)\n": "begins with select or with",
	} {
		if _, err := library.Statement(given); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", given, err, want)
		}
	}
}

func TestEveryViewOfAReportHasItsReads(t *testing.T) {
	t.Parallel()
	for _, library := range []Library{Given(), LookedUp("window_reads")} {
		for name := range library.definitions {
			if _, err := library.Statement("-- uses: " + name + "\nselect 1\n"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestAFileGoesOnFromTheStepsOfOthersInOrder(t *testing.T) {
	t.Parallel()
	folder := fstest.MapFS{
		"a.sql":    {Data: []byte("with\n    a as (\n        select 1 as n\n    )\nselect * from a\n")},
		"b.sql":    {Data: []byte("with\n    b as (\n        select n from a\n    )\nselect * from b\n")},
		"last.sql": {Data: []byte("-- continues: a.sql, b.sql\nselect n\nfrom b\n")},
	}
	got, err := Library{}.File(folder, "last.sql")
	want := "with\n    a as (\n        select 1 as n\n    ),\n    b as (\n        select n from a\n    )\nselect n\nfrom b\n"
	if err != nil || got != want {
		t.Errorf("%s\n%v, want\n%s", got, err, want)
	}
}
