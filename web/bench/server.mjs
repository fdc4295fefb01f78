import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const dist = join(import.meta.dirname, '../dist')
const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.woff2': 'font/woff2' }

const site = {
  id: 's1',
  name: 'Bench',
  domain: 'bench.example',
  currency: 'USD',
  timeZone: 'UTC',
  createdAt: '2026-01-01T00:00:00Z',
}

const user = {
  id: 'u1',
  email: 'bench@bench.example',
  firstName: 'Ben',
  lastName: 'Ch',
  profileImageUrl: '',
  role: 'owner',
  accountId: 'a1',
  accounts: [{ id: 'a1', name: 'bench', role: 'owner', siteIds: [] }],
  siteIds: [],
  plan: 'both',
  trialEndsAt: '2026-12-01T00:00:00Z',
  daysLeft: 0,
  trialDays: 14,
  environment: 'production',
  supportEmail: '',
  googleSignIn: false,
}

const kinds = ['meta_issues', 'link_targets', 'content_decay', 'wasted_ad_spend']

/** An opportunity like the server's, with texts of the usual length. */
const insight = (n) => ({
  id: `i${n}`,
  siteId: site.id,
  type: kinds[n % kinds.length],
  title: `Opportunity number ${n}: rewrite the title of /products/${n}`,
  summary: `Page ${n} is shown often and clicked seldom. A title that names the product would be clicked more.`,
  instructions: 'Open the page.\nWrite a title of at most 60 characters.\nPublish it.',
  evidence: { impressions: 1000 + n, clicks: n },
  entityType: 'page',
  entity: { page: `https://bench.example/products/${n}` },
  impact: n % 100,
  effort: (n * 7) % 100,
  confidence: (n * 3) % 100,
  score: 100 - (n % 100),
  value: { low: n, mid: 2 * n, high: 3 * n, unit: 'currency', currency: 'USD' },
  status: 'open',
  resolution: '',
  snoozedUntil: null,
  assignee: n % 5 ? '' : 'Zoe',
  reason: '',
  outcome: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  hours: 2,
  usualHours: 2,
})

const query = (n) => ({
  siteId: site.id,
  query: `search number ${n}`,
  page: `https://bench.example/products/${n}`,
  isBrand: false,
  position: 1 + (n % 40),
  positionChange: 0.4,
  impressions: 90_000 - n,
  impressionsChange: 2,
  clicks: 9_000 - (n % 9_000),
  clicksChange: -1,
  ctr: 3.1,
})

/** A page of a list: from the cursor on, with the address of the next one. */
function page(url, total, make, all) {
  const limit = Number(url.searchParams.get('limit') ?? 1000)
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const to = Math.min(total, from + limit)
  const list = all ? all.slice(from, to) : Array.from({ length: to - from }, (_, i) => make(from + i))
  const next = new URLSearchParams(url.searchParams)
  next.set('cursor', String(to))
  const headers = {
    'X-Total-Count': String(total),
    'X-Window': '2026-10-25/2026-11-21',
    'X-Source': 'Search Console',
    'X-Missing-Days': '0',
    'X-Compared-Missing-Days': '0',
  }
  return { list, headers: to < total ? { ...headers, Link: `<${url.pathname}?${next}>; rel="next"` } : headers }
}

/** Starts the built app over an API that answers at once, with so many opportunities and queries. */
export function startServer({ insights, queries }) {
  const all = Array.from({ length: insights }, (_, n) => insight(n))
  const answers = {
    '/api/auth/user': () => user,
    '/api/sites': () => [site],
    '/api/insights/types': () => kinds.map((type) => ({ type, title: type, icon: 'tag', color: 'blue' })),
    '/api/insights/total': () => ({ insights, unknown: 0, values: [], expected: [], computing: false }),
    '/api/billing': () => ({
      plan: 'both',
      status: 'active',
      nextPlan: '',
      periodEndsAt: null,
      cancelsAt: null,
      graceEndsAt: null,
      plans: [],
      features: [],
      paused: '',
      testMode: true,
      publishableKey: '',
    }),
  }
  function answer(url, response) {
    const send = (body, headers = {}) => {
      response.writeHead(200, { 'Content-Type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    const { pathname, searchParams } = url
    if (answers[pathname]) return send(answers[pathname]())
    if (pathname === '/api/insights') {
      const q = (searchParams.get('q') ?? '').toLowerCase()
      const sort = searchParams.get('sort') ?? ''
      const key = sort.replace('-', '')
      const found =
        searchParams.get('snoozed') === 'true' ? [] : all.filter(({ title }) => title.toLowerCase().includes(q))
      const ordered =
        sort === ''
          ? found
          : found.toSorted((a, b) => (sort.startsWith('-') ? b[key] - a[key] : a[key] - b[key]))
      const { list, headers } = page(url, ordered.length, null, ordered)
      return send(list, headers)
    }
    const one = /^\/api\/insights\/([^/]+)(\/\w+)?$/.exec(pathname)
    if (one) {
      if (one[2] === '/daily') return send({ metrics: [], days: [], changes: [] })
      if (one[2] === '/evidence') return send({ columns: [], rows: [], sql: '', parameters: {} })
      return send(one[2] ? [] : all.find(({ id }) => id === one[1]))
    }
    if (pathname === '/api/seo/queries') {
      const { list, headers } = page(url, queries, query)
      return send(list, headers)
    }
    if (pathname === '/api/events') return response.writeHead(204).end()
    return send([])
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://bench')
    if (url.pathname.startsWith('/api/')) return answer(url, response)
    const file = extname(url.pathname) ? normalize(url.pathname) : 'app.html'
    try {
      const body = readFileSync(join(dist, file))
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() }),
    ),
  )
}
