package upslope

import "strings"

// MemberNotice is what concerns a member since the last mail to them.
type MemberNotice struct {
	AccountID, UserID, Email string
	Name                     string // of the member
	Agency                   string // the brand of the account; "" none
	Items                    []NoticeItem
}

// NoticeItem is one activity of a notice.
type NoticeItem struct {
	ID        string // of its mail
	Text      string
	Actor     string // who did it; "" the program
	InsightID string // "" none
}

// Says is what an item tells the member: “Ana assigned you: …”.
func (n MemberNotice) Says(item NoticeItem) string {
	if item.Actor == "" {
		return item.Text
	}
	if what, isMine := strings.CutPrefix(item.Text, "Assigned to "+n.Name+": "); isMine {
		return item.Actor + " assigned you: " + what
	}
	if where, isMine := strings.CutPrefix(item.Text, "Mentioned "+n.Name+" "); isMine {
		return item.Actor + " mentioned you " + where
	}
	return item.Actor + ": " + item.Text
}
