package facts

import "time"

// MonthDays turns what a window has into what a month has.
const MonthDays = 30.4

// WindowDays is how long a window is: four whole weeks, so that weekends weigh the same in each.
const WindowDays = 28

// MinWindowDays of a window that have to be there: with fewer, what a window holds is unknown.
const MinWindowDays = 14

// DateFormat is how a day is written for people.
const DateFormat = "2 January 2006"

func Day(year int, month time.Month, number int) time.Time {
	return time.Date(year, month, number, 0, 0, 0, 0, time.UTC)
}

// NoDay stands for a day where there is none: nothing was counted on it.
func NoDay() time.Time { return time.Unix(0, 0).UTC() }

// DateOf is a calendar day at midnight UTC, as all days are.
func DateOf(at time.Time) time.Time { return Day(at.Year(), at.Month(), at.Day()) }
