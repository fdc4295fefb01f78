package scoring

// Constants of the floor below which an insight is small; calibrated: docs/method.md#worth-telling.
const (
	smallShareOfSite = .0005 // of a site's monthly value
	LeastClicks      = 5.    // clicks a month
)

// SmallBelow returns the monthly value below which an insight of a site is small, in the unit of a key; 0 if
// nothing is known of the unit.
func (v SiteValue) SmallBelow(key string) float64 {
	return max(smallShareOfSite*v.Month[key], LeastClicks*v.Click[key])
}
