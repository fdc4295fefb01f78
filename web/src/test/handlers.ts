import { http, HttpResponse, type JsonBodyType } from 'msw'
import type { GetPath } from '@/api/core/resource'
import * as fixtures from './fixtures'

/** Answers a GET of the contract. */
export const answer = (path: GetPath, body: JsonBodyType, headers: Record<string, string> = {}) =>
  http.get(`*${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, () => HttpResponse.json(body, { headers }))

/** Answers with an error in the server's format. */
export const problem = (status: number, detail: string, field?: string) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Error', status, detail, field },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  )

/** The reads of the shell, for a signed-in user with these sites. */
export const signedIn = (sites: JsonBodyType = fixtures.sites) => [
  answer('/api/auth/user', fixtures.user),
  answer('/api/billing', fixtures.billing),
  answer('/api/sites', sites),
  answer('/api/activity', []),
  answer('/api/alerts', []),
  answer('/api/technical/crawl', fixtures.crawlSettings),
  answer('/api/technical/page-changes', []),
  answer('/api/kpis/daily', []),
  answer('/api/sites/{id}/changes', []),
  answer('/api/insights/total', { insights: 0, unknown: 0, values: [], expected: [], computing: false }),
  answer('/api/members', [
    {
      id: fixtures.user.id,
      email: fixtures.user.email,
      firstName: 'Ana',
      lastName: 'Lopez',
      profileImageUrl: '',
      role: 'owner',
      siteIds: [],
      clientIds: [],
      joinedAt: '2026-11-01T09:00:00Z',
    },
  ]),
  answer('/api/technical/crawls', []),
  answer('/api/portfolio', []),
  answer('/api/views', []),
  answer('/api/invitations', []),
  answer('/api/clients', []),
  answer('/api/webhooks/outgoing', []),
  answer('/api/trackers', []),
  answer('/api/insights/{id}/issues', []),
  answer('/api/companion/sources', { sources: [] }),
  answer('/api/reports', []),
  answer('/api/report-schedules', []),
]
