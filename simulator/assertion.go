package simulator

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ServiceAccount is the address properties are shared with.
const ServiceAccount = "reader@simulated-project.iam.gserviceaccount.com"

const keyID = "5fdc0ffee0000000000000000000000000000001"

func newKey() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) }

// ServiceAccountJSON returns a service account's key file with token address tokenURI, in Google's format.
func (s *Server) ServiceAccountJSON(tokenURI string) ([]byte, error) {
	key, err := s.key()
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(map[string]string{
		"type": "service_account", "project_id": "simulated-project", "private_key_id": keyID, "private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
		"client_email": ServiceAccount, "client_id": "100000000000000000001", "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": tokenURI, "universe_domain": "googleapis.com",
	}, "", "  ")
}

// ReadKey reads the key from a file made by ServiceAccountJSON, so that a restarted server can reuse it.
func ReadKey(serviceAccount []byte) (*rsa.PrivateKey, error) {
	var file struct {
		Key string `json:"private_key"`
	}
	if err := json.Unmarshal(serviceAccount, &file); err != nil {
		return nil, fmt.Errorf("read the service account: %w", err)
	}
	block, _ := pem.Decode([]byte(file.Key))
	if block == nil {
		return nil, errors.New("the service account has no key")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("read the key of the service account: %w", err)
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key of the service account is not RSA")
	}
	return key, nil
}

// checkAssertion verifies a service account's assertion. It ignores the times: a test may move the
// simulator's clock, but not the signing library's.
func (s *Server) checkAssertion(assertion string) *failure {
	invalid := func(why string) *failure { return grantError("invalid_grant", "Invalid JWT: "+why) }
	parts := strings.Split(assertion, ".")
	if len(parts) != 3 {
		return invalid("it must have three parts.")
	}
	var header struct {
		Algorithm string `json:"alg"`
		KeyID     string `json:"kid"`
	}
	var claims struct {
		Issuer   string `json:"iss"`
		Audience string `json:"aud"`
		Scope    string `json:"scope"`
		Issued   int64  `json:"iat"`
		Expires  int64  `json:"exp"`
	}
	if !readPart(parts[0], &header) || !readPart(parts[1], &claims) {
		return invalid("it is not base64 of JSON.")
	}
	key, err := s.key()
	if err != nil {
		return grantError("internal_failure", err.Error())
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if err != nil || header.Algorithm != "RS256" || rsa.VerifyPKCS1v15(&key.PublicKey, crypto.SHA256, sum[:], signature) != nil {
		return grantError("invalid_grant", "Invalid JWT Signature.")
	}
	switch {
	case claims.Issuer != ServiceAccount:
		return grantError("invalid_grant", "Invalid grant: account not found")
	case !strings.HasSuffix(claims.Audience, "/token"):
		return invalid("the audience must be the address of the tokens.")
	case claims.Scope == "":
		return grantError("invalid_scope", "Empty or missing scope not allowed.")
	case claims.Expires <= claims.Issued || claims.Expires-claims.Issued > int64((time.Hour+time.Minute)/time.Second):
		return invalid("Token must be a short-lived token (60 minutes) and in a reasonable timeframe.")
	}
	return nil
}

func readPart(part string, into any) bool {
	text, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && json.Unmarshal(text, into) == nil
}

// idToken identifies the signed-in user, for a client with scope openid.
func (s *Server) idToken(client string, now time.Time) (string, error) {
	key, err := s.key()
	if err != nil {
		return "", err
	}
	encodePart := func(part any) string {
		text, _ := json.Marshal(part) // maps of strings and numbers cannot fail
		return base64.RawURLEncoding.EncodeToString(text)
	}
	signed := encodePart(map[string]string{"alg": "RS256", "kid": keyID, "typ": "JWT"}) + "." + encodePart(map[string]any{
		"iss": "https://accounts.google.com", "aud": client, "azp": client, "sub": "108000000000000000001", "email": Owner, "email_verified": true, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	})
	sum := sha256.Sum256([]byte(signed))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature), err
}
