import type { Provider } from '@/lib/integration'

/** What there is to know about connecting one provider. */
export type ProviderHelp = {
  /** What must be there before. */
  needs: string
  /** With credentials that the administrator sets up. */
  steps: string[]
  reads: string[]
  /** How often, and how far back. */
  when: string
  /** How it is made sure that nothing is changed. */
  readOnly: string
}

const keyFile =
  'In Google Cloud, open IAM & Admin → Service Accounts, create a service account and download a key of type JSON.'
const keySetting = 'Set GOOGLE_APPLICATION_CREDENTIALS to the path of that file and start the program again.'

/** The steps of whoever can sign in with Google instead. */
export const signInSteps = [
  'Press Connect, then Continue with Google.',
  'Choose the Google account that can see this site’s data. Google asks once for Analytics, Search Console and Ads; allow what is to be read.',
  'Choose the property, if the one of this site was not found.',
]

/** Help by provider. */
export const providerHelp: Record<Provider, ProviderHelp> = {
  ga4: {
    needs: 'A Google Analytics 4 property that measures the site.',
    steps: [
      'In Google Cloud, enable the Google Analytics Data API and the Google Analytics Admin API.',
      keyFile,
      keySetting,
      'In Google Analytics, open Admin → Property access management and add the service account’s address as Viewer.',
      'Choose the property under Connect, or enter its number as the GA4 Property ID of the site.',
    ],
    reads: [
      'Sessions, engaged sessions, conversions and revenue of each landing page, by channel and device',
      'The totals of each day',
    ],
    when: 'Once a day, 16 months back. The last 3 days are read again each day, because Analytics completes them late.',
    readOnly: 'It is read with the scope analytics.readonly, which allows no change.',
  },
  gsc: {
    needs: 'A property of the site in Search Console, for its domain or for its address.',
    steps: [
      'In Google Cloud, enable the Google Search Console API.',
      keyFile,
      keySetting,
      'In Search Console, open Settings → Users and permissions and add the service account’s address. Restricted is enough.',
      'Choose the property under Connect, or press Test: the property of the site’s domain is found by itself.',
    ],
    reads: [
      'Clicks, impressions and positions of each day: in all, by page, by query, and by query and page',
      'Google gives at most 50,000 rows a day, those with the most clicks. Days that were cut are counted on the card.',
    ],
    when: 'Once a day, 16 months back. The last 4 days are read again each day, until Google calls them final.',
    readOnly: 'It is read with the scope webmasters.readonly, which allows no change.',
  },
  gads: {
    needs: 'A Google Ads account that advertises the site, and its customer ID (ten digits).',
    steps: [
      'In Google Cloud, enable the Google Ads API.',
      keyFile,
      keySetting,
      'In Google Ads, open Admin → Access and security and add the service account’s address with read-only access.',
      'Set GOOGLE_ADS_CUSTOMER_ID to the customer ID without hyphens, or choose the account under Connect. If it is reached through a manager account, set GOOGLE_ADS_LOGIN_CUSTOMER_ID to that one’s ID.',
    ],
    reads: [
      'Campaigns, ad groups and keywords with their cost, clicks, conversions and conversion value',
      'Bids and quality scores, search terms, and negative keywords',
    ],
    when: 'Once a day, 16 months back. The last 30 days are read again each day, because conversions are credited to earlier days.',
    readOnly:
      'Google Ads has no read-only scope. Only searches are sent, and read-only access to the account makes sure of it.',
  },
  semrush: {
    needs: 'A Semrush subscription with API units.',
    steps: [
      'In Semrush, open Subscription info → API units and copy the API key.',
      'Set SEMRUSH_API_KEY to it and start the program again, or enter the key under Connect.',
    ],
    reads: [
      'The keywords that the site ranks for: position, volume, difficulty, cost per click, intent and search features',
      'The domains that compete for them',
    ],
    when: 'Every four weeks for each site, because every row costs API units.',
    readOnly: 'The API of Semrush only answers questions.',
  },
  pagespeed: {
    needs: 'An API key of Google Cloud. It costs nothing.',
    steps: [
      'In Google Cloud, enable the PageSpeed Insights API.',
      'Open APIs & Services → Credentials, create an API key and restrict it to that API.',
      'Set PAGESPEED_API_KEY to it and start the program again, or enter the key under Connect.',
    ],
    reads: [
      'Loading times as real visitors had them and as a test measures them: LCP, INP, CLS and time to first byte',
      'Scores on mobile and desktop, and what to improve, for the pages that earn the most',
    ],
    when: 'A few pages each day, so that Google’s limits hold.',
    readOnly: 'Google loads the pages as any visitor would. Nothing has to be installed on the site.',
  },
}
