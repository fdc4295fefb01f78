package scoring

// The units of a value.
const (
	UnitClicks   = "clicks"
	UnitCurrency = "currency"
)
