/** The steps for signing in with Google; the other steps of each provider are in api/provider-help.gen.ts. */
export const signInSteps = [
  'Press Connect, then Continue with Google.',
  'Choose the Google account that can see this site’s data. Google asks once for Analytics, Search Console and Ads; allow what is to be read.',
  'Choose the property, if the one of this site was not found.',
]
