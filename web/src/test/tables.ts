import { http, HttpResponse } from 'msw'
import type { TablePath, TableRowOf } from '@/api/tables'
import { sites } from './fixtures'
import { signedIn } from './handlers'

/** The headers of a table's response with complete days. */
export const scope = {
  'X-Window': '2026-10-22/2026-11-18',
  'X-Source': 'Search Console',
  'X-Newest-Day': '2026-11-18',
  'X-Missing-Days': '0',
}

/** A server with one table, two rows to a page; records its requests. */
export function serveTable<P extends TablePath>(
  path: P,
  rows: TableRowOf<P>[],
  headers: Record<string, string> = scope,
  account: unknown[] = sites,
) {
  const requests: Record<string, string>[] = []
  const handlers = [
    http.get(`*${path}`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      requests.push(Object.fromEntries(searchParams))
      const from = Number(searchParams.get('cursor') ?? 0)
      const answer = new Headers({ ...headers, 'X-Total-Count': String(rows.length) })
      if (from + 2 < rows.length) answer.set('Link', `<${path}?cursor=${from + 2}>; rel="next"`)
      return HttpResponse.json(rows.slice(from, from + 2), { headers: answer })
    }),
    ...signedIn(account as typeof sites),
  ]
  return { handlers, requests }
}

/** A row of the queries; override what the test needs. */
export const queryRow = (
  overrides: Partial<TableRowOf<'/api/seo/queries'>> = {},
): TableRowOf<'/api/seo/queries'> => ({
  siteId: sites[0].id,
  query: 'coffee beans',
  page: 'https://northwindcoffee.com/beans',
  isBrand: false,
  position: 6.4,
  positionChange: 1.2,
  impressions: 8106,
  impressionsChange: -25.7,
  clicks: 290,
  clicksChange: 6.4,
  ctr: 3.58,
  ...overrides,
})

/** A campaign that wastes spend; override what the test needs. */
export const campaignRow = (
  overrides: Partial<TableRowOf<'/api/ads/wasted-spend'>> = {},
): TableRowOf<'/api/ads/wasted-spend'> => ({
  siteId: sites[0].id,
  kind: 'campaign',
  name: 'Search, Beans',
  campaignId: '21',
  adGroupId: '0',
  campaign: 'Search, Beans',
  spend7d: 324.48,
  spend: 1378.27,
  spendShare: 12.5,
  conversions: 19,
  clicks: 1266,
  avgCpc: 1.0887,
  conversionRate: 1.5,
  cpa: 72.54,
  targetCpa: 18.2,
  excess: 799,
  severity: 'high',
  insightId: 'i1',
  insightTitle: 'Beans at 4× target CPA',
  recommendedAction: 'Reduce bids by 50%.',
  currency: 'EUR',
  ...overrides,
})

/** A keyword of that campaign. */
export const keywordRow = (
  overrides: Partial<TableRowOf<'/api/ads/keywords'>> = {},
): TableRowOf<'/api/ads/keywords'> => ({
  siteId: sites[0].id,
  keyword: 'buy beans',
  matchType: 'phrase',
  campaignId: '21',
  campaign: 'Search, Beans',
  adGroupId: '31',
  adGroup: 'Generic',
  criterionId: '41',
  status: 'enabled',
  bid: 2,
  avgCpc: 1.8,
  bidToTarget: 1,
  bidChange: -50,
  conversionRate: 2,
  targetCpa: 18.2,
  qualityScore: 7,
  spend: 100,
  clicks: 55,
  impressions: 900,
  conversions: 1,
  cpa: 100,
  currency: 'EUR',
  ...overrides,
})

/** A tested page; override what the test needs. */
export const speedRow = (
  overrides: Partial<TableRowOf<'/api/technical/pagespeed'>> = {},
): TableRowOf<'/api/technical/pagespeed'> => ({
  siteId: sites[0].id,
  id: '1',
  url: 'https://northwindcoffee.com/beans',
  lcpMs: 2600,
  cls: 0.06,
  inpMs: 140,
  ttfbMs: 470,
  labLcpMs: 5200,
  labCls: 0.3,
  fieldSource: 'url',
  scoreMobile: 49,
  scoreDesktop: 95,
  recommendations: ['Improve image delivery', 'Render blocking requests', 'Reduce unused CSS', 'Cache'],
  revenue: 26115.84,
  sessions: 7776,
  currency: 'EUR',
  testedAt: '2026-11-20',
  ...overrides,
})
