package clickhouse_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"
	"time"

	"upslope/infra/clickhouse"
)

const (
	id1 = "6f1b0a54-9d0f-4f6b-8b5e-3f3b7b7c1a01"
	id2 = "ffffffff-ffff-ffff-ffff-ffffffffffff"
	odd = "a\\b'\"\t\n\r{x:String} \x00 ü 漢 😀 -- ; /* \\N"
)

type named string

func ptr[T any](v T) *T { return &v }

func day(s string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, s, time.UTC)
	if err != nil {
		panic(err)
	}
	return t
}

// roundTrips lists every column type in use with a Go value and the expected query result.
func roundTrips() []struct {
	kind  string
	value any
	want  any
} {
	second := time.Date(2026, 3, 29, 1, 59, 59, 0, time.UTC)
	milli := second.Add(987 * time.Millisecond)
	berlin := time.FixedZone("", 2*60*60)
	return []struct {
		kind  string
		value any
		want  any
	}{
		{"String", "", ""},
		{"String", odd, odd},
		{"String", named("it's"), "it's"},
		{"FixedString(3)", "abc", "abc"},
		{"LowCardinality(String)", odd, odd},
		{"Enum8('open' = 1, 'fixed' = 2)", "fixed", "fixed"},
		{"Bool", true, true},
		{"Bool", false, false},
		{"UInt8", uint8(math.MaxUint8), uint8(math.MaxUint8)},
		{"UInt16", uint16(math.MaxUint16), uint16(math.MaxUint16)},
		{"UInt32", uint32(math.MaxUint32), uint32(math.MaxUint32)},
		{"UInt64", uint64(math.MaxUint64), uint64(math.MaxUint64)},
		{"Int8", int8(math.MinInt8), int8(math.MinInt8)},
		{"Int32", int32(math.MinInt32), int32(math.MinInt32)},
		{"Int64", int64(math.MinInt64), int64(math.MinInt64)},
		{"Int64", int64(math.MaxInt64), int64(math.MaxInt64)},
		{"Float32", float32(0.1), float32(0.1)},
		{"Float64", math.MaxFloat64, math.MaxFloat64},
		{"Float64", 0.1 + 0.2, 0.1 + 0.2},
		{"Float64", math.Inf(1), math.Inf(1)},
		{"Float64", math.Inf(-1), math.Inf(-1)},
		{"UUID", id1, id1},
		{"Date", day("2026-02-28"), day("2026-02-28")},
		{"Date", time.Date(2026, 2, 28, 0, 30, 0, 0, berlin), day("2026-02-28")},
		{"Date", "2026-02-28", day("2026-02-28")},
		{"DateTime('UTC')", second, second},
		{"DateTime('UTC')", second.In(berlin), second},
		{"DateTime64(3, 'UTC')", milli, milli},
		{"DateTime64(3, 'UTC')", milli.In(berlin), milli},
		{"Nullable(String)", nil, nil},
		{"Nullable(String)", ptr(odd), odd},
		{"Nullable(Int64)", (*int64)(nil), nil},
		{"Nullable(Int64)", ptr(int64(math.MinInt64)), int64(math.MinInt64)},
		{"Nullable(Float64)", ptr(-1.5), -1.5},
		{"Nullable(Bool)", ptr(false), false},
		{"Nullable(UUID)", ptr(id2), id2},
		{"Nullable(DateTime64(3, 'UTC'))", &milli, milli},
		{"Nullable(Date)", nil, nil},
		{"LowCardinality(Nullable(String))", nil, nil},
		{"Array(String)", []string{}, []string{}},
		{"Array(String)", []string{"", odd, "]['"}, []string{"", odd, "]['"}},
		{"Array(UUID)", []string{id1, id2}, []string{id1, id2}},
		{"Array(UUID)", []string{}, []string{}},
		{"Array(UInt64)", []uint64{0, math.MaxUint64}, []uint64{0, math.MaxUint64}},
		{"Array(Date)", []time.Time{day("2026-01-01")}, []time.Time{day("2026-01-01")}},
		{"Map(String, String)", map[string]string{"a": odd, "": "x"}, map[string]string{"a": odd, "": "x"}},
		{"Map(String, UInt64)", map[string]uint64{"k": math.MaxUint64}, map[string]uint64{"k": math.MaxUint64}},
	}
}

func TestEveryTypeRoundTripsThroughAParameter(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		for _, c := range roundTrips() {
			got := value(t, db, fmt.Sprintf("SELECT {v:%s} AS v", c.kind), map[string]any{"v": c.value})
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s: %#v came back as %#v", c.kind, c.value, got)
			}
		}
	})
}

func TestEveryTypeRoundTripsThroughAColumn(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		for i, c := range roundTrips() {
			if reflect.TypeOf(c.value) == reflect.TypeFor[named]() {
				continue // columns support the plain types only
			}
			table := fmt.Sprintf("column_%d", i)
			exec(t, db, fmt.Sprintf("CREATE TABLE %s (n UInt8, v %s) ENGINE = MergeTree ORDER BY n", table, c.kind))
			column := reflect.MakeSlice(reflect.SliceOf(anyOr(c.value)), 1, 1)
			if c.value != nil {
				column.Index(0).Set(reflect.ValueOf(c.value))
			}
			if err := db.InsertColumns(t.Context(), table, "", []string{"n", "v"}, []uint8{1}, column.Interface()); err != nil {
				t.Errorf("%s: insert %#v: %v", c.kind, c.value, err)
				continue
			}
			if got := value(t, db, "SELECT v FROM "+table, nil); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s: %#v came back as %#v", c.kind, c.value, got)
			}
		}
	})
}

// anyOr returns the element type of a column with a value; NULLs alone are read as string pointers.
func anyOr(value any) reflect.Type {
	if value == nil {
		return reflect.TypeFor[*string]()
	}
	return reflect.TypeOf(value)
}

func TestNaNAndDecimalsRoundTrip(t *testing.T) {
	eachEngine(t, func(t *testing.T, db *clickhouse.DB) {
		if got := value(t, db, "SELECT {v:Float64}", map[string]any{"v": math.NaN()}).(float64); !math.IsNaN(got) {
			t.Errorf("NaN came back as %v", got)
		}
		const amount = "-12345678901234.5678"
		got := value(t, db, "SELECT {v:Decimal(18, 4)}", map[string]any{"v": amount}).(fmt.Stringer)
		if got.String() != amount {
			t.Errorf("%s came back as %s", amount, got)
		}
	})
}
