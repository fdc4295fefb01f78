package gads

import (
	"errors"

	"upslope/ingest/providers"
	"upslope/ingest/remote"
)

// notPermitted are the error codes for a customer without access, or without access through this manager.
var notPermitted = []string{"USER_PERMISSION_DENIED", "INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION"}

// explain turns a Google Ads error into a message with the remedy; id is "" when no customer is involved.
func (s *Source) explain(err error, id string) error {
	var answer *remote.Answer
	if !errors.As(err, &answer) {
		return err
	}
	providerError := func(kind providers.Kind, format string, args ...any) error {
		return providers.Errorf(kind, format, args...).Because(answer)
	}
	customer := hyphened(id)
	switch {
	case answer.Has(notPermitted...):
		return providerError(providers.Denied, "Google Ads does not open customer %s to these credentials. Give them access under Admin, Access and security in Google Ads, then test again.", customer)
	case answer.Has("CUSTOMER_NOT_ENABLED", "INCOMPLETE_SIGNUP", "ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT"):
		return providerError(providers.Denied, "Google Ads customer %s is not active: it was canceled, suspended or not set up to the end. Activate it in Google Ads, or choose another one.", customer)
	case answer.Has("ACCESS_DENIED_FOR_ACCOUNT_TYPE"):
		return providerError(providers.Denied, "Account %s belongs to another advertising system of Google. Choose a customer of Google Ads.", customer)
	case answer.Has("CUSTOMER_NOT_FOUND", "INVALID_CUSTOMER_ID", "CLIENT_CUSTOMER_ID_INVALID", "BAD_RESOURCE_ID"):
		return providerError(providers.Refused, "Google Ads knows no customer %s. Check its ten digits, which Google Ads shows at the top right.", customer)
	case answer.Has("INVALID_LOGIN_CUSTOMER_ID"):
		return providerError(providers.Refused, "Google Ads does not know the manager account of customer %s. Check the manager ID.", customer)
	case answer.Has("REQUESTED_METRICS_FOR_MANAGER", "CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT"):
		return managerChosen(id)
	case answer.Has("NOT_ADS_USER"):
		return providerError(providers.Reconnect, "This Google account has no access to Google Ads. Connect with one that has.")
	case answer.Has("OAUTH_TOKEN_INVALID", "OAUTH_TOKEN_EXPIRED", "OAUTH_TOKEN_DISABLED", "OAUTH_TOKEN_REVOKED", "GOOGLE_ACCOUNT_DELETED",
		"GOOGLE_ACCOUNT_COOKIE_INVALID", "GOOGLE_ACCOUNT_AUTHENTICATION_FAILED", "TWO_STEP_VERIFICATION_NOT_ENROLLED", "ADVANCED_PROTECTION_NOT_ENROLLED"):
		return providerError(providers.Reconnect, "Google Ads no longer accepts the sign-in. Connect it again.")
	case answer.Has("CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION"):
		return providerError(providers.Denied, "The Google Cloud project of this installation has test access to Google Ads only, which opens test accounts. Whoever runs it must apply for Explorer or Basic access in the API Center of Google Ads.")
	case answer.Has("DEVELOPER_TOKEN_NOT_APPROVED", "DEVELOPER_TOKEN_PROHIBITED", "DEVELOPER_TOKEN_INVALID", "DEVELOPER_TOKEN_NOT_ON_ALLOWLIST",
		"DEVELOPER_TOKEN_PARAMETER_MISSING", "PROJECT_DISABLED", "CLOUD_PROJECT_NOT_UNDER_ORGANIZATION", "MISSING_TOS"):
		return providerError(providers.Denied, "Google has not let the Google Cloud project of this installation read Google Ads. Whoever runs it must apply for access to the Google Ads API.")
	case answer.Has("UNSUPPORTED_VERSION"):
		return providerError(providers.Refused, "Google no longer offers version %s of the Google Ads API. Ask your administrator to update it.", s.version)
	}
	return err
}

// withAccount names the account that needs access, if known.
func withAccount(err error, account string) error {
	var providerError *providers.Error
	if account == "" || !notOpened(err) || !errors.As(err, &providerError) {
		return err
	}
	return providers.Errorf(providerError.Kind, "%s The account is %s.", providerError.Message, account).Because(providerError.Unwrap())
}

func managerChosen(id string) error {
	return providers.Errorf(providers.Refused, "Account %s is a manager account, which has no campaigns of its own. Choose one of the customers in it.", hyphened(id))
}
