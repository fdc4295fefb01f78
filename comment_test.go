package upslope

import (
	"strings"
	"testing"
)

var team = []Person{
	{ID: "ana", Email: "ana@example.com", FirstName: "Ana", LastName: "Lopez", Role: Owner},
	{ID: "anna", Email: "anna@example.com", FirstName: "Anna", LastName: "Lee", Role: Editor},
	{ID: "cy", Email: "cy@client.example", Role: Client, SiteIDs: []string{"shop"}},
}

func TestMentionsAreMembersWhoSeeTheSite(t *testing.T) {
	for text, want := range map[string]string{
		"@Ana Lopez please look":                      "ana",
		"hi @anna, and @ana!":                         "anna ana",
		"(@ANA@EXAMPLE.COM)":                          "ana",
		"@ana@example.com. Thanks":                    "ana",
		"@ana @Ana Lopez @ana@example.com":            "ana",
		"write to ana@example.com":                    "",
		"use @media and \"@context\"":                 "",
		"@anabel is somebody else":                    "",
		"@cy@client.example can you approve?":         "cy",
		"line\n@anna lee\nends":                       "anna",
		"an @ alone":                                  "",
		"@nobody@example.com is":                      "refused",
		"@ana@example.com.mx is somebody else":        "refused",
		strings.Repeat("x", 3000) + " @ana":           "ana",
		"a@ana is no mention, nor is ü@ana; -@ana is": "ana",
	} {
		people, err := Mentioned(text, team, "shop")
		got := ""
		for _, person := range people {
			got += " " + person.ID
		}
		if err != nil {
			got = "refused"
		}
		if strings.TrimSpace(got) != want {
			t.Errorf("%.60q mentions %q, want %q (%v)", text, got, want, err)
		}
	}
	if _, err := Mentioned("@cy@client.example", team, "another"); CodeOf(err) != Invalid || !strings.Contains(err.Error(), "can’t see this site") {
		t.Errorf("%v", err)
	}
}

func FuzzMentioned(f *testing.F) {
	f.Add("@ana and @cy@client.example", "Ana")
	f.Add("@\xff@", "")
	f.Fuzz(func(t *testing.T, text, name string) {
		people, err := Mentioned(text, append(team, Person{ID: "x", Email: name, Role: Viewer}), "shop")
		if err == nil && len(people) > strings.Count(text, "@") {
			t.Errorf("%q mentions %d people", text, len(people))
		}
	})
}
