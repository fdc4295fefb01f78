import { http, HttpResponse } from 'msw'
import type { Schemas } from '@/api/core/client'
import { sites } from './fixtures'
import { answer, signedIn } from './handlers'

type Integration = Schemas['Integration']

/** A connection of the first site; override what the test needs. */
export const integration = (overrides: Partial<Integration> = {}): Integration => ({
  id: `${sites[0].id}:${overrides.provider ?? 'gsc'}`,
  siteId: sites[0].id,
  provider: 'gsc',
  name: 'Google Search Console',
  description: 'Queries, positions, impressions and clicks in Google Search.',
  status: 'disconnected',
  lastSyncAt: null,
  lastError: null,
  requiredEnvVars: ['GOOGLE_APPLICATION_CREDENTIALS'],
  missingEnvVars: [],
  property: '',
  propertyName: '',
  warning: null,
  signedInAs: '',
  signIn: false,
  nextSyncAt: null,
  daysRead: 0,
  daysWanted: 480,
  oldestDay: null,
  newestDay: null,
  truncatedDays: 0,
  ...overrides,
})

/** A connected one whose backfill is complete. */
export const connected = (overrides: Partial<Integration> = {}) =>
  integration({ status: 'connected', daysRead: 480, lastSyncAt: '2026-11-20T09:00:00Z', ...overrides })

/** A property without a site; override what the test needs. */
export const property = (overrides: Partial<Schemas['Property']> = {}): Schemas['Property'] => ({
  id: 'sc-domain:northwindcoffee.com',
  name: 'northwindcoffee.com',
  domain: 'northwindcoffee.com',
  matches: false,
  siteId: '',
  ...overrides,
})

/** A sync of the first site; override what the test needs. */
export const run = (n: number, overrides: Partial<Schemas['SyncRun']> = {}): Schemas['SyncRun'] => ({
  id: `0190b6a0-0000-7000-8006-${String(n).padStart(12, '0')}`,
  siteId: sites[0].id,
  provider: 'gsc',
  kind: 'recent',
  status: 'done',
  days: 16,
  daysWanted: 16,
  rows: 48_213,
  error: null,
  startedAt: '2026-11-20T09:00:00Z',
  finishedAt: '2026-11-20T09:01:00Z',
  ...overrides,
})

const pageSpeed = integration({
  provider: 'pagespeed',
  name: 'PageSpeed Insights',
  description: 'How fast pages load.',
  requiredEnvVars: ['PAGESPEED_API_KEY'],
  missingEnvVars: ['PAGESPEED_API_KEY'],
})

/** A server with these connections; posts to one of them are recorded and answered with the result. */
export function serveIntegrations(
  integrations: Integration[],
  {
    result = { success: true, message: 'It works.' },
    properties = [] as Schemas['Property'][],
    runs = [] as Schemas['SyncRun'][],
  } = {},
) {
  let current = integrations
  const writes: { call: string; body: unknown }[] = []
  const handlers = [
    http.get('*/api/integrations', () => HttpResponse.json(current)),
    answer('/api/integrations/{provider}/properties', properties),
    answer('/api/sites/{id}/syncs', runs, { 'X-Total-Count': String(runs.length) }),
    http.get('*/api/integrations/pagespeed', () =>
      HttpResponse.json(current.find((one) => one.provider === 'pagespeed') ?? pageSpeed),
    ),
    http.post('*/api/integrations/:provider/:call', async ({ params, request }) => {
      writes.push({
        call: `${String(params['provider'])} ${String(params['call'])}`,
        body: await request.json(),
      })
      return HttpResponse.json(result)
    }),
    ...signedIn(),
  ]
  /** Replaces the connections that the server returns from now on. */
  const replace = (next: Integration[]) => void (current = next)
  return { handlers, writes, replace }
}
