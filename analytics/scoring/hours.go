package scoring

import (
	"math"

	"upslope"
)

// Hours of work, by expert judgement: docs/method.md#hours. They start with finding, checking and publishing.
const (
	StartHours    = .25
	TemplateHours = 1. // one change of a template or a setting, however many pages it settles
	MarkupHours   = 1. // structured data of one page
	ReviewHours   = .5 // the results beside a snippet, before it is rewritten
	// An entry of a menu that many pages show; the alt text of an image; an address of a list to look at;
	// texts beside a template.
	MenuEntryHours = .05
	AltTextHours   = .05
	LookHours      = .02
	NamedTexts     = 3
	leastHours     = .25
)

// HighEffort is the least effort class whose hours the actions on the site do not tell.
const HighEffort = 4

// HoursOfAction returns the hours of one action of a kind.
func HoursOfAction(kind string) float64 {
	switch kind {
	case upslope.ActionNewPage:
		return 8
	case upslope.ActionImprove:
		return 3
	case upslope.ActionRepair:
		return 2
	case upslope.ActionAddText:
		return 1
	case upslope.ActionDescription:
		return .15
	case upslope.ActionTitle, upslope.ActionHeading, upslope.ActionCanonical, upslope.ActionIndex, upslope.ActionRedirect, upslope.ActionRelink,
		upslope.ActionLink, upslope.ActionRemoveText, upslope.ActionPause, upslope.ActionLowerBid:
		return .1
	case upslope.ActionNegative:
		return .05
	}
	return 0
}

// HoursOfClass returns the hours of a task that no actions describe, by effort class.
func HoursOfClass(effortClass int) float64 {
	hours := [EffortClasses]float64{.5, 2, 6, 16, 40}
	return hours[EffortIndex(effortClass)]
}

// ClassOfHours returns the effort class whose hours are closest by ratio.
func ClassOfHours(hours float64) int {
	class := 1
	for class < EffortClasses && hours*hours > HoursOfClass(class)*HoursOfClass(class+1) {
		class++
	}
	return class
}

// RoundHours rounds to quarters of an hour.
func RoundHours(hours float64) float64 { return max(leastHours, math.Round(4*hours)/4) }
