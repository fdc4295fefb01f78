package upslope

// MemberNotice is what concerns a member since the last mail to them.
type MemberNotice struct {
	AccountID, UserID, Email string
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
