package facts

import "time"

// MonthDays is the mean length of a month, for scaling windows to months.
const MonthDays = 30.4

// WindowDays is the length of a window: four whole weeks, so that each window has the same weekends.
const WindowDays = 28

// MinWindowDays is the minimum of imported days in a window; with fewer, its totals are unknown.
const MinWindowDays = 14

func Day(year int, month time.Month, number int) time.Time {
	return time.Date(year, month, number, 0, 0, 0, 0, time.UTC)
}

// NoDay is the day of a missing date; no row has it.
func NoDay() time.Time { return time.Unix(0, 0).UTC() }

// DateOf returns the calendar day at midnight UTC, the form of every day in analytics.
func DateOf(at time.Time) time.Time { return Day(at.Year(), at.Month(), at.Day()) }
