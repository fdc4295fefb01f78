package world

import (
	"math"
	"time"
)

// Day counts days since 1970-01-01, in the time zone of the caller.
type Day int

// DayOf returns the day of a date in its own time zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// ParseDay parses 2006-01-02.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	return DayOf(t), err
}

// Time returns the day at midnight UTC.
func (d Day) Time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }

// String formats the day as 2006-01-02.
func (d Day) String() string { return d.Time().Format(time.DateOnly) }

// season is the yearly variation of demand.
type season struct {
	peak  int     // day of the year
	swing float64 // 0: none; 0.5: from 0.5 to 1.5 of the mean
}

// weekday returns the factor of a day of the week, Sunday first.
func weekday(day Day) float64 {
	return [...]float64{1.13, 1.04, 0.98, 0.96, 0.95, 0.93, 1.01}[int(day.Time().Weekday())]
}

// weather holds a day's factors shared by all entities of a world.
type weather struct {
	factor  float64   // weekday, trend and daily noise
	seasons []float64 // by season
}

func (w *World) weather(day Day) weather {
	d := newDice(w.seed, rollDay, 0, day)
	trend := math.Exp(0.06 * float64(day-w.anchor) / 365)
	out := weather{factor: weekday(day) * trend * (1 + 0.04*d.normal()), seasons: make([]float64, len(w.seasons))}
	of := float64(day.Time().YearDay())
	for i, s := range w.seasons {
		out.seasons[i] = 1 + s.swing*math.Cos(2*math.Pi*(of-float64(s.peak))/365.25)
	}
	return out
}
