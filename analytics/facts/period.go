package facts

import (
	_ "embed"
	"time"

	"upslope"
)

// NewestDaySQL finds the last final day of each report in {reports:Array(String)}; {snapshots:Array(String)}
// are always final.
//
//go:embed newest_day.sql
var NewestDaySQL string

const (
	// MostDays of a period: exceeds the stored history.
	MostDays = 1000
	// yearDays are 52 weeks, so that weekdays are compared with the same weekday.
	yearDays = 364
)

// CheckDays rejects invalid periods.
func CheckDays(filter upslope.TableFilter) error {
	from, to := filter.From, filter.To
	switch earliest, latest := Day(2000, 1, 1), Day(2100, 1, 1); {
	case !from.IsZero() && (from.Before(earliest) || from.After(latest)):
		return upslope.FieldErrorf("from", "from must be a day of this century.")
	case !to.IsZero() && (to.Before(earliest) || to.After(latest)):
		return upslope.FieldErrorf("to", "to must be a day of this century.")
	case !from.IsZero() && !to.IsZero() && from.After(to):
		return upslope.FieldErrorf("from", "from must not be after to.")
	case filter.Compare == upslope.CompareCustom && (filter.Before.Before(earliest) || filter.Before.After(latest)):
		return upslope.FieldErrorf("compareFrom", "Choose the first day of the comparison with compareFrom.")
	case filter.Compare != upslope.CompareCustom && !filter.Before.IsZero():
		return upslope.FieldErrorf("compareFrom", "compareFrom needs compare=custom.")
	case filter.Compare == upslope.CompareYear && !from.IsZero() && !to.IsZero() && to.Sub(from) >= yearDays*24*time.Hour:
		return upslope.FieldErrorf("compare", "Periods over 364 days can't be compared with last year. Compare with the previous period (previous).")
	case !from.IsZero() && !to.IsZero() && to.Sub(from) >= MostDays*24*time.Hour:
		return upslope.FieldErrorf("from", "Choose at most %d days.", MostDays)
	}
	return nil
}

// DaysIn counts the days of a period, both ends included.
func DaysIn(from, to time.Time) int { return int(to.Sub(from)/(24*time.Hour)) + 1 }

// ComparedDays returns the period that a period is compared with, which has as many days; zero with none.
func ComparedDays(filter upslope.TableFilter, from, to time.Time) (comparedFrom, comparedTo time.Time, err error) {
	span := DaysIn(from, to)
	switch filter.Compare {
	case upslope.CompareNone:
		return time.Time{}, time.Time{}, nil
	case upslope.CompareYear:
		return from.AddDate(0, 0, -yearDays), to.AddDate(0, 0, -yearDays), nil
	case upslope.CompareCustom:
		last := filter.Before.AddDate(0, 0, span-1)
		if !last.Before(from) {
			return time.Time{}, time.Time{}, upslope.FieldErrorf("compareFrom", "The comparison must end before the period. Start it on %s or earlier.", from.AddDate(0, 0, -span).Format(time.DateOnly))
		}
		return filter.Before, last, nil
	}
	return from.AddDate(0, 0, -span), from.AddDate(0, 0, -1), nil
}
