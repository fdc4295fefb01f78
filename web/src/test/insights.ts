import { http, HttpResponse } from 'msw'
import type { Schemas } from '@/api/core/client'
import { sites } from './fixtures'
import { answer } from './handlers'

type Insight = Schemas['Insight']

/** An insight of the first site; override what the test needs. */
export const insight = (overrides: Partial<Insight> = {}): Insight => ({
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
  dueOn: null,
  reason: '',
  outcome: null,
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-20T09:00:00Z',
  ...overrides,
})

/** The ticket of an insight, as the server writes it. */
export const ticket: Schemas['Fix'] = {
  kind: 'ticket',
  title: 'Ticket',
  fileName: 'ticket.md',
  mediaType: 'text/markdown',
  content: '# Give 12 product pages a title\n\n## Steps\n\n- [ ] Open the template.\n- [ ] Add a title.\n',
}

const isSnoozed = ({ snoozedUntil }: Insight) => snoozedUntil !== null && new Date(snoozedUntil) > new Date()

/**
 * A server that stores insights: it filters, sorts by a number, limits, and accepts edits.
 */
export function serveInsights(initial: Insight[], small = new Set<string>()) {
  let stored = initial
  const requests: URL[] = []
  const statusChanges: { id: string; status: string; reason?: string }[] = []
  const edits: object[] = []
  const byId = (id: unknown) => stored.find((known) => known.id === id)
  function change(id: unknown, changes: Partial<Insight>) {
    stored = stored.map((known) => (known.id === id ? Object.assign({}, known, changes) : known))
    return HttpResponse.json(byId(id))
  }
  const handlers = [
    answer('/api/insights/types', [
      { type: 'meta_issues', title: 'Technical issues', icon: 'tag', color: 'blue' },
    ]),
    answer('/api/insights/total', { insights: 0, unknown: 0, values: [], expected: [], computing: false }),
    http.get('*/api/insights', ({ request }) => {
      const url = new URL(request.url)
      requests.push(url)
      const param = (name: string) => url.searchParams.get(name)
      const found = stored.filter(
        (known) =>
          (param('siteId') === null || known.siteId === param('siteId')) &&
          (param('status') === null || param('status')!.split(',').includes(known.status)) &&
          (param('type') === null || known.type === param('type')) &&
          `${known.title}\n${known.summary}`.toLowerCase().includes((param('q') ?? '').toLowerCase()) &&
          (param('assignee') === null || known.assignee === param('assignee')) &&
          (param('snoozed') === null || String(isSnoozed(known)) === param('snoozed')) &&
          (param('small') === 'true' || !small.has(known.id)),
      )
      const sort = param('sort') ?? ''
      if (sort !== '') {
        const key = sort.replace(/^-/, '') as 'effort' | 'confidence' | 'score'
        found.sort((a, b) => (sort.startsWith('-') ? b[key] - a[key] : a[key] - b[key]))
      }
      return HttpResponse.json(found.slice(0, Number(param('limit') ?? 1000)), {
        headers: {
          'X-Total-Count': String(found.length),
          'X-Small-Count': String(param('small') === 'true' ? 0 : small.size),
        },
      })
    }),
    answer('/api/insights/{id}/daily', { metrics: [], days: [], changes: [] }),
    answer('/api/insights/{id}/fixes', [ticket]),
    http.get('*/api/insights/:id', ({ params }) => HttpResponse.json(byId(params['id']))),
    http.patch('*/api/insights/:id', async ({ params, request }) => {
      const changes = (await request.json()) as Partial<Insight>
      edits.push(changes)
      return change(params['id'], changes)
    }),
    http.patch('*/api/insights', async ({ request }) => {
      const { ids, ...changes } = (await request.json()) as Partial<Insight> & { ids: string[] }
      if (changes.status === undefined) edits.push({ ids, ...changes })
      for (const id of ids) {
        if (changes.status !== undefined) statusChanges.push({ id, ...changes, status: changes.status })
        change(id, changes.status === undefined ? changes : { reason: '', ...changes })
      }
      return HttpResponse.json({ changed: ids, failed: [] })
    }),
    answer('/api/insights/{id}/evidence', {
      columns: ['page', 'titlePixels'],
      rows: [{ page: 'https://northwindcoffee.com/products/a', titlePixels: 612 }],
      sql: 'select page from pages',
      parameters: { min_pages: 3 },
    }),
  ]
  return { handlers, requests, statusChanges, edits }
}
