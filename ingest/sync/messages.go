package sync

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"upslope"
	"upslope/ingest/providers"
)

// summary describes what a run has read.
func (r *syncRun) summary() string {
	return r.name() + " synced: " + count(r.rows, "row") + ", " + count(int64(len(r.visibleDays)), "day") + "."
}

// name returns the provider's name in messages.
func (r *syncRun) name() string { return r.Providers.Name(r.connection.Provider) }

// refusalNote names the refused optional reports; "" if none.
func (r *syncRun) refusalNote() string {
	var parts []string
	for _, report := range slices.Sorted(maps.Keys(r.refused)) {
		_, words, _ := strings.Cut(report, "_") // for example gads_search_terms
		parts = append(parts, "Without "+strings.ReplaceAll(words, "_", " ")+": "+r.refused[report])
	}
	return strings.Join(parts, " ")
}

// summary describes what a backfill has read.
func (o outcome) summary() string {
	if o.days == 0 {
		return "No older days to sync."
	}
	return "Older days synced: " + count(o.rows, "row") + "."
}

// isTransient reports whether a failure may pass without any action by the user.
func isTransient(failure error) bool {
	if theirs, ok := errors.AsType[*providers.Error](failure); ok {
		return theirs.Kind == providers.Temporary
	}
	problem, ok := errors.AsType[*upslope.Error](failure)
	return (!ok || problem.Code == upslope.Internal) && !errors.Is(failure, errGone)
}

// failureMessage is the message to a connection's owner; soon means a retry before the daily sync.
func failureMessage(name string, failure error, retriesSoon bool) string {
	theirs, ok := errors.AsType[*providers.Error](failure)
	if problem, is := errors.AsType[*upslope.Error](failure); !ok && is && problem.Code != upslope.Internal {
		return problem.Message
	}
	if errors.Is(failure, errGone) {
		return "It was disconnected in the meantime."
	}
	message := name + " could not be synced because of an error on our side."
	if ok {
		message = theirs.Message
	}
	switch named := strings.HasSuffix(message, "next sync."); {
	case !isTransient(failure):
		return message
	case named && retriesSoon:
		return message + " That begins within 30 minutes."
	case named:
		return message + " That is the daily one."
	case retriesSoon:
		return message + " We will retry within 30 minutes."
	}
	return message + " We will retry at the next daily sync."
}

func count(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return message.NewPrinter(language.English).Sprintf("%d ", n) + noun
}
