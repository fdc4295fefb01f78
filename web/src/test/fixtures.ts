import type { Schemas } from '@/api/core/client'

/** A user on the third day of the trial. */
export const user: Schemas['User'] = {
  id: '0190b6a0-0000-7000-8000-000000000001',
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Lopez',
  profileImageUrl: '',
  role: 'owner',
  accountId: 'a1',
  accounts: [{ id: 'a1', name: 'ana@example.com', role: 'owner', siteIds: [] }],
  siteIds: [],
  plan: '',
  trialEndsAt: '2026-12-03T09:00:00Z',
  daysLeft: 12,
  trialDays: 14,
  environment: 'development',
  supportEmail: '',
  googleSignIn: false,
  demo: false,
}

/** The plan of an account on trial, and the plans on sale. */
export const billing: Schemas['Billing'] = {
  plan: '',
  status: '',
  nextPlan: '',
  periodEndsAt: null,
  cancelsAt: null,
  graceEndsAt: null,
  plans: [
    { id: 'seo', name: 'SEO', price: 49 },
    { id: 'ads', name: 'Ads', price: 79 },
    { id: 'both', name: 'Complete', price: 99 },
  ],
  features: [
    { id: 'search_console', source: 'gsc', has: true, partOf: 'Part of the SEO and Complete plans', why: '' },
    { id: 'crawl', source: 'crawl', has: true, partOf: 'Part of the SEO and Complete plans', why: '' },
    { id: 'ads', source: 'gads', has: true, partOf: 'Part of the Ads and Complete plans', why: '' },
  ],
  paused: '',
  testMode: false,
  publishableKey: '',
}

export const sites: [Schemas['Site'], Schemas['Site']] = [
  {
    id: '0190b6a0-0000-7000-8000-0000000000a1',
    name: 'Northwind Coffee',
    domain: 'northwindcoffee.com',
    ga4PropertyId: '314159265',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    includeSubdomains: true,
    tags: [],
    demo: false,
    createdAt: '2026-11-02T10:00:00Z',
  },
  {
    id: '0190b6a0-0000-7000-8000-0000000000a2',
    name: 'Alder Mill',
    domain: 'aldermill.co',
    currency: 'USD',
    timeZone: 'America/New_York',
    includeSubdomains: true,
    tags: [],
    demo: false,
    createdAt: '2026-11-12T10:00:00Z',
  },
]

/** How the first site is crawled, before Upslope has crawled it. */
export const crawlSettings: Schemas['CrawlSettings'] = {
  siteId: sites[0].id,
  every: 'off',
  url: '',
  maxPages: 500,
  options: {
    oneHost: false,
    include: [],
    exclude: [],
    ignoreParameters: [],
    withoutScripts: false,
    fast: false,
  },
  nextAt: null,
  jobId: '',
  paused: false,
  ownership: {
    proof: '',
    provenAt: null,
    dnsName: '_upslope.example.com',
    dnsValue: 'upslope-site=s1',
    fileUrl: 'https://example.com/.well-known/upslope.txt',
  },
  needsNoProof: false,
  maxPagesOf: 500,
  dailyAllowed: false,
  crawled: false,
}
