/** The steps of whoever can sign in with Google instead; the help of each provider is in api/provider-help.gen.ts. */
export const signInSteps = [
  'Press Connect, then Continue with Google.',
  'Choose the Google account that can see this site’s data. Google asks once for Analytics, Search Console and Ads; allow what is to be read.',
  'Choose the property, if the one of this site was not found.',
]
