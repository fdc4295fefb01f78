package remote

import (
	"regexp"
	"strings"
	"unicode"
)

// Patterns of secrets: values of secret parameters and fields, Google's API keys and tokens, JWTs, keys of
// Stripe and Clerk, our own tokens.
var (
	secretField = regexp.MustCompile(`(?i)\b(key|api_key|apikey|access_token|refresh_token|id_token|client_secret|assertion|developer-token|authorization|private_key|token)("?\s*[=:]\s*"?)(bearer\s+|basic\s+)?[^\s"&,;<>]+`)
	// Statuses have a code too: only values as long as a sign-in code match.
	secretCode = regexp.MustCompile(`(?i)\bcode("?\s*[=:]\s*"?)[\w/.%-]{10,}`)
	// A URL may contain a password before its host.
	secretUser  = regexp.MustCompile(`(://[^\s/:@]*:)[^\s/@]+@`)
	secretValue = regexp.MustCompile(`(?i)\bbearer\s+[^\s"&,;<>]+|\bAIza[\w-]{10,}|\bya29\.[\w.-]+|\b1//[\w-]{10,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bGOCSPX-[\w-]+|\b[sr]k_(?:live|test)_\w+|\bwhsec_[\w/+=]+|\bupslope_\w{20,}|-----BEGIN[^-]*PRIVATE KEY-----[^-]*(-----END[^-]*-----)?`)
)

// Scrub removes secrets from text that may quote a request.
func Scrub(text string) string {
	text = secretField.ReplaceAllString(text, "${1}${2}[redacted]")
	text = secretCode.ReplaceAllString(text, "code${1}[redacted]")
	text = secretUser.ReplaceAllString(text, "${1}[redacted]@")
	return secretValue.ReplaceAllString(text, "[redacted]")
}

// sentence makes a provider's text fit into our messages: short, on one line, without secrets.
func sentence(text string) string {
	const most = 300
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	text = Scrub(text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
