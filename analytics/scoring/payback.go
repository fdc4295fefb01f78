package scoring

import "upslope"

// hourOf is what an hour of an agency's work costs, by unit: about 80 US dollars, and in clicks where nothing
// says what these are worth, as many of a dollar each. By expert judgement: docs/method.md#worth-telling.
var hourOf = map[string]float64{
	UnitClicks: 80, UnitCurrency + "USD": 80, UnitCurrency + "EUR": 75, UnitCurrency + "GBP": 65, UnitCurrency + "CHF": 75,
	UnitCurrency + "CAD": 110, UnitCurrency + "AUD": 120, UnitCurrency + "NZD": 135, UnitCurrency + "SEK": 850, UnitCurrency + "NOK": 850,
	UnitCurrency + "DKK": 550, UnitCurrency + "PLN": 300, UnitCurrency + "CZK": 1_800, UnitCurrency + "JPY": 12_000,
}

// PaybackMonths is the time in which better positions have to return the hours that they took.
const PaybackMonths = 6

// ClearlyRepaid is how many times over work has to return its hours whose outcome is in others' hands.
const ClearlyRepaid = 2

// LeastTaskHours are what a task of its own takes at least where its value is in money: briefing, review and
// reporting are more than one section to write.
const LeastTaskHours = 2.25

// MonthOfHours returns the monthly value, in the unit of value, that pays for hours of work in half a year;
// not known for a currency of which nobody here knows what an hour costs.
func MonthOfHours(hours float64, value upslope.Value) (month float64, isKnown bool) {
	hour, isKnown := hourOf[UnitKey(&value)]
	return hours * hour / PaybackMonths, isKnown
}
