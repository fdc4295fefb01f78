package crawl

import (
	"fmt"
	"testing"

	"upslope"
)

func TestWhatOtherToolsToldTheCrawlerIsReadOfEachPageAndShown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ header, row, want, shown string }{
		"Screaming Frog": {
			"Address,Status Code,Title 1,Clicks,Impressions,CTR,Position,GA4 Sessions,GA4 Bounce rate", `https://a.example/,200,A,12,"4,000",0.3%,8.4,31,0.4`,
			"4000 impressions, 12 clicks, 31 sessions, ? visits", "Impressions: 4,000",
		},
		"Screaming Frog in German": {
			"Adresse;Status-Code;Titel 1;Klicks;Impressionen;GA4 Sessions", "https://a.example/;200;A;12;4.000;31",
			"4000 impressions, 12 clicks, 31 sessions, ? visits", "Klicks: 12",
		},
		"Screaming Frog in Spanish": {
			"Dirección,Código de respuesta,Título 1,Clics,Impresiones,Porcentaje de clics,Posición", `https://a.example/,200,A,"12","4.000","0,3","8,4"`,
			"4000 impressions, 12 clicks, ? sessions, ? visits", "Posición: 8,4",
		},
		"Screaming Frog in French": {
			"Adresse,Code HTTP,Title 1,Clics,Impressions,Taux de clics,Position", `https://a.example/,200,A,12,"4 000","0,3","8,4"`,
			"4000 impressions, 12 clicks, ? sessions, ? visits", "Taux de clics: 0,3",
		},
		"Sitebulb": {
			"URL,HTTP Status Code,Title,Indexable Status,No. Titles,GSC Clicks,GSC Impressions,Sessions", "https://a.example/,200,A,Indexable,1,0,7,2",
			"7 impressions, 0 clicks, 2 sessions, ? visits", "Sessions: 2",
		},
		"Ahrefs": {
			"PR\tURL\tTitle\tOrganic traffic\tContent type\tHTTP status code", "55\thttps://a.example/\tA\t120\ttext/html\t200",
			"? impressions, ? clicks, ? sessions, 120 visits", "Organic traffic: 120",
		},
		"blank cells are unknown, and zeros are known": {
			"Address,Status Code,Title 1,Clicks,Impressions,GA4 Sessions", "https://a.example/,200,A,0,,",
			"? impressions, 0 clicks, ? sessions, ? visits", "",
		},
		"the first of two columns counts, and the other is shown": {
			"Address,Status Code,Title 1,GA4 Sessions,GA Sessions", "https://a.example/,200,A,31,7",
			"? impressions, ? clicks, 31 sessions, ? visits", "GA Sessions: 7",
		},
		"words are no number, and are shown": {
			"Address,Status Code,Title 1,Clicks", "https://a.example/,200,A,many",
			"? impressions, ? clicks, ? sessions, ? visits", "Clicks: many",
		},
	} {
		t.Run(name, func(t *testing.T) {
			read := readText(c.header + "\n" + c.row + "\n")
			if read.err != nil || len(read.rows) != 1 {
				t.Fatalf("%d rows: %v", len(read.rows), read.err)
			}
			page := read.rows[0].Page
			told := func(n upslope.Optional[int]) string {
				if !n.Known {
					return "?"
				}
				return fmt.Sprint(n.Value)
			}
			got := fmt.Sprintf("%s impressions, %s clicks, %s sessions, %s visits", told(page.SearchImpressions), told(page.SearchClicks), told(page.Sessions), told(page.OrganicVisits))
			if got != c.want {
				t.Errorf("read %s, want %s", got, c.want)
			}
			shown := map[string]bool{"": true}
			for header, value := range page.Columns {
				shown[header+": "+value] = true
			}
			if !shown[c.shown] {
				t.Errorf("shown are %v, not %s", page.Columns, c.shown)
			}
		})
	}
}
