package world

import "math"

// ctrAt is the CTR curve before the site's scale.
func ctrAt(position float64) float64 {
	curve := [...]float64{.276, .158, .110, .084, .063, .049, .039, .033, .027, .024}
	switch {
	case position <= 1:
		return curve[0]
	case position >= 20:
		return .003
	case position >= 10:
		return curve[9] * math.Pow(.006/curve[9], (position-10)/10)
	}
	below := int(position) // from 1 to 9
	part := position - float64(below)
	return curve[below-1]*(1-part) + curve[below]*part
}
