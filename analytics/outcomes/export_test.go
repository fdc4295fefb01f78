package outcomes

const (
	LagOfAds     = lagOfAds
	MostControls = mostControls
	SettleDays   = settleDays
)

var Touches = touches
