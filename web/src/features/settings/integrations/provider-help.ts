/** The steps for signing in with Google; the other steps of each provider are in api/provider-help.gen.ts. */
export const signInSteps = [
  'Click Connect, then Continue with Google.',
  'Choose the Google account with access to this site’s data. Google asks once for Analytics, Search Console and Ads; allow the ones you want to sync.',
  'Choose the property if it was not detected.',
]
