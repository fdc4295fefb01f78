import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { FakeEventSource } from '@/test/event-source'
import { sites, user as ana } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Insights = Parameters<typeof serveInsights>[0]
function serve(insights: Insights, integrations: object[] = [], crawls: object[] = [], pageSpeed?: object) {
  const api = serveInsights(insights)
  server.use(
    ...api.handlers,
    answer('/api/integrations', integrations as never),
    answer('/api/integrations/{provider}', (pageSpeed ?? { provider: 'pagespeed', lastSyncAt: null }) as never),
    answer('/api/technical/crawls', crawls as never),
    ...signedIn(),
  )
  return api
}

const second = insight({
  id: '0190b6a0-0000-7000-8001-000000000002',
  type: 'link_targets',
  title: 'Link to the espresso guide',
  summary: 'Only one page does.',
  impact: 69,
  effort: 39,
  score: 49,
  entityType: '',
  entity: {},
})
const done = insight({
  id: '0190b6a0-0000-7000-8001-000000000003',
  title: 'Old titles',
  status: 'done',
  score: 50,
})

const rows = async () => (await screen.findAllByRole('row')).slice(1)
const titles = async () => (await rows()).map((row) => within(row).getAllByRole('button')[0]!.textContent)

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('the three cases', () => {
  it('(a) without connections and insights: five ways to the first data', async () => {
    serve([])
    openApp('/opportunities')
    expect(
      await screen.findByRole('heading', { level: 1, name: "Let's get your data connected" }),
    ).toBeInTheDocument()
    const links = within(screen.getByRole('main')).getAllByRole('link')
    const settings = '/settings?tab=integrations'
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Connect GA4', settings],
      ['Connect Search Console', settings],
      ['Connect Google Ads', settings],
      ['Enable PageSpeed snapshots', settings],
      ['Upload crawler CSV', '/technical'],
    ])
  })
  it('(a) offers an expert where there is one', async () => {
    server.use(answer('/api/auth/user', { ...ana, supportEmail: 'help@upslope.example' }))
    const handlers = signedIn().slice(1)
    server.use(answer('/api/integrations', []), answer('/api/technical/crawls', []), ...handlers)
    server.use(...serveInsights([]).handlers)
    openApp('/opportunities')
    expect(await screen.findByRole('link', { name: 'Chat with a live expert' })).toHaveAttribute(
      'href',
      'mailto:help@upslope.example?subject=Expert%20consultation%20request',
    )
  })
  it('(a) demo data is loaded by a job, and its site chosen', async () => {
    serve([])
    const job = { id: 'j1', kind: 'demo', createdAt: '', updatedAt: '' }
    let requests = 0
    server.use(
      http.post('*/api/insights/load-demo', () =>
        HttpResponse.json({ ...job, status: 'queued' }, { status: 202, headers: { Location: '/api/jobs/j1' } }),
      ),
      http.get('*/api/jobs/j1', () => {
        if (requests++ === 0)
          return HttpResponse.json({
            ...job,
            status: 'running',
            progress: 0.4,
            message: 'Reading Search Console',
          })
        server.use(...serveInsights([insight({ siteId: sites[1].id })]).handlers)
        const result = { siteId: sites[1].id, message: 'Loaded.' }
        return HttpResponse.json({ ...job, status: 'done', progress: 1, message: '', result })
      }),
    )
    openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'Load demo data' }))
    expect(await screen.findByRole('button', { name: 'Loading...' })).toBeDisabled()
    expect(await screen.findByText('Reading Search Console')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Demo data' })).toHaveAttribute('aria-valuenow', '40')
    expect(await screen.findByText('Demo data loaded successfully')).toBeInTheDocument()
    expect(await titles()).toEqual(['Give 12 product pages a title'])
    expect(localStorage.getItem('selectedSiteId')).toBe(sites[1].id)
  })
  it('(a) demo data that cannot be loaded is said so', async () => {
    serve([])
    server.use(http.post('*/api/insights/load-demo', () => problem(500, 'Out of memory.')))
    openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'Load demo data' }))
    expect(await screen.findByText('Failed to load demo data')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Load demo data' })).toBeEnabled())
  })
  it('(a) while an import is being ranked: says so, and what it found appears by itself', async () => {
    serve([])
    server.use(answer('/api/insights/total', { insights: 0, unknown: 0, values: [], computing: true }))
    openApp('/opportunities')
    expect(await screen.findByRole('status', { name: 'Ranking what the crawl found' })).toBeInTheDocument()
    server.use(...serveInsights([insight()]).handlers)
    FakeEventSource.send({ kind: 'insights' })
    expect(await titles()).toEqual(['Give 12 product pages a title'])
  })
  it('(a) with a crawl that led to nothing: says so', async () => {
    serve([], [], [{ fileName: 'internal_all.csv', importedAt: '2026-11-20T09:00:00Z' }])
    openApp('/opportunities')
    expect(await screen.findByText('Nothing to fix was found in internal_all.csv.')).toBeInTheDocument()
  })
  it('(b) with connections but no insight: counts the connected and can recompute', async () => {
    serve(
      [],
      [
        { provider: 'ga4', status: 'connected' },
        { provider: 'gads', status: 'error' },
      ],
    )
    server.use(http.post('*/api/insights/recompute', () => problem(500, 'The database is away.')))
    openApp('/opportunities')
    expect(await screen.findByText('Great—1 integration(s) connected!')).toBeInTheDocument()
    const list = screen.getByRole('region', { name: 'Opportunities (0)' })
    expect(list.querySelectorAll('[data-skeleton-row]')).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'Recompute insights' }))
    expect(await screen.findByText('Failed to recompute insights')).toBeInTheDocument()
  })
  it('(b) a recompute that finds nothing says so instead of going on waiting', async () => {
    serve([], [{ provider: 'ga4', status: 'connected' }])
    server.use(http.post('*/api/insights/recompute', () => HttpResponse.json({ message: 'Done.' })))
    openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'Recompute insights' }))
    expect(await screen.findByText('Nothing to improve was found')).toBeInTheDocument()
    expect(screen.getByText('Insights are being recomputed')).toBeInTheDocument()
  })
  it('(c) with any insight of any status, also without connections', async () => {
    serve([done])
    openApp('/opportunities')
    expect(await screen.findByRole('heading', { level: 1, name: 'All Opportunities' })).toBeInTheDocument()
    expect(await screen.findByText('No open opportunities for this site')).toBeInTheDocument()
  })
  it('(c) of a site without data: the ways to connect it, not that all is well', async () => {
    serve([insight({ siteId: sites[1].id })], [{ provider: 'gsc', status: 'pending', lastSyncAt: null }])
    openApp('/opportunities')
    expect(await screen.findByText('Nothing was read of this site yet')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Connect integrations' })).toHaveAttribute(
      'href',
      '/settings?tab=integrations',
    )
    expect(screen.queryByText('No open opportunities for this site')).toBeNull()
  })
  it('(c) of a site with only PageSpeed data: that there is data', async () => {
    const tested = { provider: 'pagespeed', lastSyncAt: '2026-11-20T06:00:00Z' }
    serve(
      [insight({ siteId: sites[1].id })],
      [{ provider: 'gsc', status: 'pending', lastSyncAt: null }],
      [],
      tested,
    )
    openApp('/opportunities')
    expect(await screen.findByText('No open opportunities for this site')).toBeInTheDocument()
  })
})

describe('the list', () => {
  it('shows the open ones of the selected site first', async () => {
    const { requests } = serve([insight(), second, done])
    openApp('/opportunities')
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Link to the espresso guide'])
    expect(screen.getByRole('heading', { name: 'Opportunities (2)' })).toBeInTheDocument()
    expect(requests.map((url) => url.search)).toContain(`?siteId=${sites[0].id}&status=open&snoozed=false`)
  })
  it('shows the pending ones when none is snoozed any more', async () => {
    serve([insight(), second])
    openApp('/opportunities?snoozed=true')
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Link to the espresso guide'])
    expect(screen.queryByRole('button', { name: /snoozed/ })).not.toBeInTheDocument()
  })
  it('words impact and effort at 70 and 40, colours the score at 70 and 50, and dashes a missing entity', async () => {
    serve([insight({ impact: 70, effort: 40, score: 70 }), second])
    openApp('/opportunities')
    const [one, two] = await rows()
    expect(cells(one!).slice(2, 7)).toEqual(['Template/products/*', 'High', 'Medium', 'Score 70', 'Open'])
    expect(cells(two!).slice(2, 7)).toEqual(['—', 'Medium', 'Low', 'Score 49', 'Open'])
    expect(within(two!).getByText('49')).toHaveAttribute('data-band', 'low')
  })
  it('searches title and summary in any case, and keeps the filters in the URL', async () => {
    serve([insight(), second])
    const visited = openApp('/opportunities')
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search opportunities' }), 'ONLY ONE')
    expect(await titles()).toEqual(['Link to the espresso guide'])
    expect(visited.at(-1)).toBe('/opportunities?q=ONLY+ONE')
  })
  it('filters by exact type and by status', async () => {
    serve([insight(), second, done])
    openApp('/opportunities?type=meta_issues&status=all')
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Old titles'])
  })
  it('says so when the filters match nothing; clearing them shows every status', async () => {
    serve([insight(), done])
    const visited = openApp('/opportunities?q=zzz')
    expect(await screen.findByText('No opportunities match these filters')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0]!)
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Old titles'])
    expect(visited.at(-1)).toBe('/opportunities?status=all')
  })
  it('says how many more there are than one response holds', async () => {
    serve([insight()])
    server.use(answer('/api/insights', [insight()], { 'X-Total-Count': '1240' }))
    openApp('/opportunities')
    expect(await screen.findByText(/^1,239 more rank below these/)).toBeInTheDocument()
  })
  it('a status that does not exist is explained by the server', async () => {
    serve([insight()])
    openApp('/opportunities?status=nonsense')
    server.use(http.get('*/api/insights', () => problem(400, 'Unknown status "nonsense".')))
    expect(await screen.findByText('Unknown status "nonsense".')).toBeInTheDocument()
  })
  it('the menu of a row marks it as done without opening it', async () => {
    const { statusChanges } = serve([insight()])
    openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as Done' }))
    expect(await screen.findByText('Insight status updated')).toBeInTheDocument()
    expect(statusChanges).toEqual([{ id: insight().id, status: 'done' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('undoes marking as done', async () => {
    const { statusChanges } = serve([insight({ status: 'in_progress' })])
    openApp('/opportunities?status=in_progress')
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as Done' }))
    await inToast('Undo')
    expect(await titles()).toEqual(['Give 12 product pages a title'])
    expect(statusChanges.map((move) => move.status)).toEqual(['done', 'open', 'in_progress'])
  })
})

describe('tasks', () => {
  const page = 'https://example.com/tents'
  const lead = insight({ entity: { page }, followerIds: ['links', 'decay'] })
  const links = insight({
    id: 'links',
    type: 'link_targets',
    title: 'Link to /tents',
    entity: { page },
    leadId: lead.id,
  })
  const decay = insight({
    id: 'decay',
    type: 'content_decay',
    title: 'Renew /tents',
    entity: { page },
    leadId: lead.id,
  })

  it('group followers under the strongest, expand in place, and are done at once', async () => {
    const { statusChanges } = serve([lead, done, links, decay])
    openApp('/opportunities?status=all')
    expect(await titles()).toEqual([lead.title, done.title])
    expect(screen.getByRole('heading', { name: 'Opportunities (4)' })).toBeInTheDocument()
    expect(screen.getByText(/^In 2 tasks/)).toBeInTheDocument()
    const fold = screen.getByRole('button', { name: '+2 on the same page' })
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(fold)
    expect(await titles()).toEqual([lead.title, links.title, decay.title, done.title])
    expect(fold).toHaveAttribute('aria-expanded', 'true')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${lead.title}` }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Dismiss all 3' }))
    expect(await screen.findByText('3 opportunities updated')).toBeInTheDocument()
    expect(statusChanges).toEqual([lead, links, decay].map(({ id }) => ({ id, status: 'dismissed' })))
  })
  it('are split when a filter hides the lead', async () => {
    serve([lead, links, decay])
    openApp('/opportunities?type=content_decay')
    expect(await titles()).toEqual([decay.title])
    expect(screen.queryByRole('button', { name: /^\+/ })).toBeNull()
  })
})
