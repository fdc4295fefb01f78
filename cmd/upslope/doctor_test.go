package main

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

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

// What a deployment cannot start without fails; what it can do without is noted; storage is tried.
func TestDoctorSaysWhatAProductionDeploymentLacks(t *testing.T) {
	t.Parallel()
	backend := s3mem.New()
	if err := backend.CreateBucket("upslope"); err != nil {
		t.Fatal(err)
	}
	storage := httptest.NewServer(gofakes3.New(backend).Server())
	defer storage.Close()
	settings := []string{
		"ADDR=" + freeAddress(t), "DATA_DIR=" + t.TempDir(), "AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test", "SUPPORT_EMAIL=help@example.com",
		"FLY_REGION=syd", "OBJECTS_URL=s3://upslope?region=auto&use_path_style=true&request_checksum_calculation=when_required&response_checksum_validation=when_required&endpoint=" + storage.URL,
		"REPORTS_REPLICA_URL=s3://nowhere/reports?region=auto&forcePathStyle=true&endpoint=" + storage.URL,
	}
	printed, err := command(t, settings, "doctor", "--production")
	if err == nil {
		t.Error("it is content without databases")
	}
	for _, line := range []string{
		"FAIL  settings    DATABASE_URL is not set", "FAIL  settings    NATS_URL is not set", "ENCRYPTION_KEYSET is not set",
		"note  settings    SMTP_URL is not set: no report and no invitation is sent by email", "note  settings    NATS_REPLICAS is 1",
		"note  settings    PRIMARY_REGION is not set: edges far from the databases",
		"ok    files       stored and read at OBJECTS_URL", "FAIL  reports     REPORTS_REPLICA_URL: ",
	} {
		if !strings.Contains(printed, line) {
			t.Errorf("%q is missing in\n%s", line, printed)
		}
	}
	if strings.Contains(printed, "SUPPORT_EMAIL") || strings.Contains(printed, "the embedded ones start here") {
		t.Errorf("it asks for what there is, or for embedded engines:\n%s", printed)
	}
}
