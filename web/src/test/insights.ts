import { http, HttpResponse } from 'msw'
import type { Schemas } from '@/api/client'
import { sites } from './fixtures'
import { answer } from './handlers'

type Insight = Schemas['Insight']

/** An insight of the first site; say what matters to the test. */
export const insight = (what: Partial<Insight> = {}): Insight => ({
  id: '0190b6a0-0000-7000-8001-000000000001',
  siteId: sites[0].id,
  type: 'meta_issues',
  title: 'Give 12 product pages a title',
  summary: 'Search results show a title of their own choice for them.',
  instructions: '1. Open the template.\n\n2. Add a title.',
  evidence: { pagesAffected: 12, clicks: null },
  entityType: 'template',
  entity: { template: '/products/*' },
  impact: 72,
  effort: 30,
  confidence: 90,
  score: 71,
  value: null,
  status: 'open',
  resolution: '',
  snoozedUntil: null,
  assignee: '',
  reason: '',
  outcome: null,
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
  ...what,
})

/** A server that keeps insights: it filters by status, limits, and moves one to another status. */
export function keepInsights(initial: Insight[]) {
  let kept = initial
  const asked: URL[] = []
  const moved: { id: string; status: string }[] = []
  const handlers = [
    answer('/api/insights/types', [{ type: 'meta_issues', title: 'Meta issues', icon: 'tag', color: 'blue' }]),
    http.get('*/api/insights', ({ request }) => {
      const url = new URL(request.url)
      asked.push(url)
      const status = url.searchParams.get('status')
      const found = kept.filter((one) => status === null || one.status === status)
      return HttpResponse.json(found.slice(0, Number(url.searchParams.get('limit') ?? 1000)))
    }),
    http.get('*/api/insights/:id', ({ params }) =>
      HttpResponse.json(kept.find((one) => one.id === params['id'])),
    ),
    http.patch('*/api/insights/:id/status', async ({ params, request }) => {
      const { status } = (await request.json()) as { status: Insight['status'] }
      moved.push({ id: String(params['id']), status })
      kept = kept.map((one) => (one.id === params['id'] ? { ...one, status } : one))
      return HttpResponse.json(kept.find((one) => one.id === params['id']))
    }),
    answer('/api/insights/{id}/evidence', {
      columns: ['page', 'titlePixels'],
      rows: [{ page: 'https://northwindcoffee.com/products/a', titlePixels: 612 }],
      sql: 'select page from pages',
      parameters: { min_pages: 3 },
    }),
  ]
  return { handlers, asked, moved }
}
