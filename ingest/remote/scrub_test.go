package remote

import "testing"

func TestSecretsAreTakenOutOfWordsAndNothingElse(t *testing.T) {
	for in, want := range map[string]string{
		"GET /?type=domain_organic&key=abc123def&domain=a.com": "GET /?type=domain_organic&key=[redacted]&domain=a.com",
		`{"refresh_token": "1//0gabcdefghijkl", "x": 1}`:       `{"refresh_token": "[redacted]", "x": 1}`,
		"Authorization: Bearer ya29.secret":                    "Authorization: [redacted]",
		"code=4/0AbCdEfGhIjKlMn&state=1":                       "code=[redacted]&state=1",
		"dial postgres://upslope:hush@db.example:5432/upslope": "dial postgres://upslope:[redacted]@db.example:5432/upslope",
		"no key sk_live_51HabcDEF":                             "no key [redacted]",
		"Status code: 301":                                     "Status code: 301",
		"code: 403, try again":                                 "code: 403, try again",
		"AIzaSyA1234567890 was refused":                        "[redacted] was refused",
	} {
		if got := Scrub(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
