import { http, HttpResponse } from 'msw'
import type { Schemas } from '@/api/core/client'
import { sites } from './fixtures'
import { answer, signedIn } from './handlers'

type Issue = Schemas['TechnicalIssue']

/** An issue of the first site; override what the test needs. */
export const issue = (n: number, overrides: Partial<Issue> = {}): Issue => ({
  id: `0190b6a0-0000-7000-8002-${String(n).padStart(12, '0')}`,
  siteId: sites[0].id,
  issueType: 'title_missing',
  title: 'Missing title',
  severity: 'high',
  pageId: `00000000000${n}beef`,
  url: `https://northwindcoffee.com/products/${n}`,
  details: 'There is no title.',
  status: 'open',
  reopened: false,
  seen: null,
  firstSeenAt: '2026-11-20T09:00:00Z',
  importedAt: '2026-11-20T09:00:00Z',
  ...overrides,
})

/** The number of pages with one type of issue, not compared with anything. */
export const count = (overrides: Partial<Schemas['IssueCount']> = {}): Schemas['IssueCount'] => ({
  issueType: 'title_missing',
  title: 'Missing title',
  about: 'Without a title, Google makes one up for its results.',
  severity: 'high',
  pages: 3,
  new: null,
  stillThere: null,
  gone: null,
  ...overrides,
})

/** The first crawl of the first site. */
export const crawl: Schemas['Crawl'] = {
  id: '0190b6a0-0000-7000-8003-000000000001',
  siteId: sites[0].id,
  fileName: 'internal_all.csv',
  bytes: 1000,
  pages: 4175,
  links: 0,
  issues: 312,
  issuesBySeverity: { critical: 0, high: 12, medium: 200, low: 100 },
  newIssues: null,
  stillThereIssues: null,
  goneIssues: null,
  partial: false,
  rejected: 0,
  crawledAt: null,
  importedAt: '2026-11-20T09:00:00Z',
  uploads: ['0190b6a0-0000-7000-8004-000000000001'],
}

/** What an Internal export was recognized as, with one missing and one unknown column. */
export const tab: Schemas['RecognizedTab'] = {
  name: 'internal_all.csv',
  crawler: 'Screaming Frog',
  report: 'Internal',
  filter: '',
  scope: 'site',
  covers: null,
  kind: 'pages',
  rows: 4175,
  encoding: 'UTF-8',
  delimiter: 'comma',
  headerLine: 1,
  columns: [
    { header: 'Address', field: 'address', label: 'Address' },
    { header: 'Title 1', field: 'title', label: 'Title' },
  ],
  missing: [{ field: 'status_code', label: 'Status Code', cost: 'Broken pages cannot be found.' }],
  unknown: ['Reply'],
  notes: [],
}

/** The response to the crawl's upload. */
export const imported: Schemas['ImportResult'] = {
  message: '4,175 pages read, 312 issues found',
  crawlId: crawl.id,
  siteId: sites[0].id,
  uploadId: crawl.uploads[0]!,
  rows: 4175,
  pages: 4175,
  links: 0,
  issues: 312,
  rejected: 0,
  joined: false,
  unchanged: false,
  waiting: false,
  recognition: [tab],
  warnings: [],
}

/** The file of the crawl. */
export const upload: Schemas['Upload'] = {
  id: imported.uploadId,
  siteId: sites[0].id,
  crawlId: crawl.id,
  jobId: '0190b6a0-0000-7000-8005-000000000001',
  fileName: 'internal_all.csv',
  bytes: 1000,
  waiting: false,
  mapping: {},
  recognition: [tab],
  warnings: [],
  rejected: 0,
  createdAt: '2026-11-20T09:00:00Z',
  importedAt: '2026-11-20T09:00:00Z',
}

/** The fields that a column can be mapped to. */
export const fields: Schemas['CrawlField'][] = [
  { name: 'address', label: 'Address', kind: 'pages' },
  { name: 'status_code', label: 'Status Code', kind: 'pages' },
  { name: 'title', label: 'Title', kind: 'pages' },
  { name: 'source', label: 'Source', kind: 'links' },
  { name: 'destination', label: 'Destination', kind: 'links' },
]

const defaultCounts = [
  count(),
  count({ issueType: 'h1_multiple', title: 'Several H1', about: '', severity: 'low', pages: 1 }),
]

/** A server that stores issues and their status, two to a page of the list. */
export function serveIssues(
  initial: Issue[],
  { crawls = initial.length > 0 ? [crawl] : [], counts = defaultCounts } = {},
) {
  let stored = initial
  let history = crawls
  const requests: URLSearchParams[] = []
  const handlers = [
    http.get('*/api/technical/sf-issues', ({ request }) => {
      const { searchParams } = new URL(request.url)
      requests.push(searchParams)
      const status = searchParams.get('status')
      const type = searchParams.get('type')
      const found = stored.filter(
        (i) => [i.status, 'all'].includes(status!) && (type === null || i.issueType === type),
      )
      const from = Number(searchParams.get('cursor') ?? 0)
      const headers = new Headers({ 'X-Total-Count': String(found.length) })
      if (from + 2 < found.length)
        headers.set('Link', `</api/technical/sf-issues?cursor=${from + 2}>; rel="next"`)
      return HttpResponse.json(found.slice(from, from + 2), { headers })
    }),
    http.patch('*/api/technical/sf-issues/:id', async ({ params, request }) => {
      const { status } = (await request.json()) as { status: Issue['status'] }
      stored = stored.map((i) => (i.id === params['id'] ? { ...i, status } : i))
      return HttpResponse.json(stored.find((i) => i.id === params['id']))
    }),
    http.get('*/api/technical/sf-issues/counts', () => HttpResponse.json(stored.length > 0 ? counts : [])),
    http.get('*/api/technical/crawls', () => HttpResponse.json(history)),
    http.delete('*/api/technical/crawls/:id', ({ params }) => {
      history = history.filter((one) => one.id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    answer('/api/technical/uploads/{id}', upload),
    answer('/api/technical/fields', fields),
    ...signedIn(),
  ]
  return { handlers, requests }
}
