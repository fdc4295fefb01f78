import { http, HttpResponse } from 'msw'
import type { Schemas } from '@/api/core/client'
import { sites } from './fixtures'
import { answer, signedIn } from './handlers'
import { insight } from './insights'
import { unknownKPIs } from './kpis'

/** The rules of the first site; override what the test needs. */
export const siteRules = (overrides: Partial<Schemas['SiteRules']> = {}): Schemas['SiteRules'] => ({
  brandTerms: [],
  brandPattern: '',
  notBrand: [],
  suspectedBrand: [],
  knownBrand: ['northwind coffee'],
  conversionValue: null,
  targetCpa: null,
  excludedPaths: [],
  parameters: {},
  hitRates: [],
  ...overrides,
})

/** The rule of meta issues, with one parameter that a site can set and one that it cannot. */
export const rule: Schemas['InsightRule'] = {
  type: 'meta_issues',
  title: 'Technical issues',
  icon: 'tag',
  color: 'blue',
  finds: 'Titles and descriptions that are missing.',
  formula: 'gain = clicks x share\nshare = .8 when critical',
  leavesOut: ['Pages that nobody can find.'],
  needs: ['A crawl'],
  constants: [
    { name: 'min_pages', title: 'Pages at least', value: 3, unit: 'pages', least: 1, most: 500 },
    { name: 'share', title: 'Share at risk', value: 0.8, unit: 'share', least: null, most: null },
  ],
  sources: [{ title: 'A study of titles', url: 'https://example.com/titles' }],
}

/** A server that stores the rules of the first site; a change starts the scoring job j1. */
export function serveRules(initial: Schemas['SiteRules'] = siteRules(), insights = [insight()]) {
  let stored = initial
  let storedInsights = insights
  const edits: unknown[] = []
  const job = {
    id: 'j1',
    kind: 'recompute',
    progress: 1,
    message: 'Done',
    createdAt: '2100-01-01T00:00:00Z',
    updatedAt: '',
  }
  const handlers = [
    http.get('*/api/sites/:id/rules', () => HttpResponse.json(stored)),
    http.patch('*/api/sites/:id/rules', async ({ request }) => {
      const { parameters = {}, ...edit } = (await request.json()) as Schemas['SiteRulesEdit']
      edits.push({ ...edit, ...(Object.keys(parameters).length > 0 && { parameters }) })
      stored = { ...stored, ...edit }
      return HttpResponse.json(stored)
    }),
    answer('/api/insights/types', [
      { type: 'meta_issues', title: 'Technical issues', icon: 'tag', color: 'blue' },
    ]),
    answer('/api/insights/types/{type}', rule),
    http.get('*/api/insights', () =>
      HttpResponse.json(storedInsights, { headers: { 'X-Total-Count': String(storedInsights.length) } }),
    ),
    http.get('*/api/jobs/j1', () => HttpResponse.json({ ...job, siteId: sites[0].id, status: 'done' })),
    answer('/api/kpis/overview', { ...unknownKPIs, currency: 'CHF' }),
    answer('/api/seo/queries', [{ query: 'northwind' }, { query: 'Northwind shop' }, { query: 'coffee' }]),
    ...signedIn(),
  ]
  return { handlers, edits, replaceInsights: (next: typeof insights) => (storedInsights = next) }
}
