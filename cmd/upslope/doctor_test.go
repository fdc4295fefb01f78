package main

import (
	"strings"
	"testing"

	"upslope/infra/clerk/clerktest"
)

func TestDoctorAcceptsOneServerWithEmbeddedEngines(t *testing.T) {
	t.Parallel()
	keyset, err := keysCommand(t, nil, "new")
	if err != nil {
		t.Fatal(err)
	}
	settings := []string{
		"APP_ENV=production", "ADDR=" + freeAddress(t), "DATA_DIR=" + t.TempDir(), "PUBLIC_URL=https://app.example.com",
		"ENCRYPTION_KEYSET=" + strings.TrimSpace(keyset), "CLERK_PUBLISHABLE_KEY=" + clerktest.PublishableKey("live"),
		"CLERK_SIGN_IN_URL=" + clerktest.SignInURL, "CLERK_JWT_KEY=" + clerktest.NewSigner(t, "a", "https://app.example.com").PEM(),
	}
	printed, err := command(t, settings, "doctor")
	if strings.Contains(printed, "FAIL  web app") {
		t.Skip("the web app is not built")
	}
	if err != nil || strings.Contains(printed, "FAIL") || !strings.Contains(printed, "the embedded ones start here") {
		t.Errorf("%v\n%s", err, printed)
	}
	printed, err = command(t, append(settings, "NATS_URL=nats://127.0.0.1:1"), "doctor")
	if err == nil || !strings.Contains(printed, "OBJECTS_URL is not set") {
		t.Errorf("with a server of its own, storage must be shared: %v\n%s", err, printed)
	}
}
