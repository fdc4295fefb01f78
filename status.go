package upslope

// Status is where an insight stands in its owner's work.
type Status string

// The statuses an insight can have.
const (
	Open       Status = "open"
	InProgress Status = "in_progress"
	Done       Status = "done"
	Dismissed  Status = "dismissed"
)

// ParseStatus returns the Status that s names, else an Invalid Error.
func ParseStatus(s string) (Status, error) {
	switch status := Status(s); status {
	case Open, InProgress, Done, Dismissed:
		return status, nil
	}
	return "", FieldErrorf("status", "Unknown status %q. Use open, in_progress, done or dismissed.", s)
}

// CanBecome returns nil when next may follow s, else a Conflict Error that says what may.
// Open, done and dismissed may follow anything; in_progress only open and itself.
func (s Status) CanBecome(next Status) error {
	if next == InProgress && s != Open && s != InProgress {
		return Errorf(Conflict, "An opportunity that is %s cannot change to in_progress. Allowed: open, done, dismissed.", s)
	}
	return nil
}
