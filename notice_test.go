package upslope

import "testing"

func TestANoticeSpeaksToItsReader(t *testing.T) {
	t.Parallel()
	notice := MemberNotice{Name: "Bo Lee"}
	renamed := "Assigned to Bo: “Shorten a title”"
	for item, want := range map[NoticeItem]string{
		{Actor: "Ana", Text: "Assigned to Bo Lee: “Shorten a title”"}:              "Ana assigned you: “Shorten a title”",
		{Actor: "Ana", Text: "Mentioned Bo Lee in a comment on “Shorten a title”"}: "Ana mentioned you in a comment on “Shorten a title”",
		{Actor: "Ana", Text: renamed}:                                              "Ana: " + renamed,
		{Text: "Assigned to Bo Lee: “Shorten a title”"}:                            "Assigned to Bo Lee: “Shorten a title”",
	} {
		if got := notice.Says(item); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
