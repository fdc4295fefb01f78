import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { cells, done, rows, second, serveOpportunities as serve, titles } from '@/test/opportunities'

const pageOf = (list: object[], headers: Record<string, string>) =>
  HttpResponse.json(list, { headers: { 'X-Total-Count': '2', ...headers } })

describe('the list', () => {
  it('shows what is to do at the selected site, open and in progress', async () => {
    const { requests } = serve([insight(), second, done])
    openApp('/opportunities')
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Link to the espresso guide'])
    expect(screen.getByRole('heading', { name: 'Opportunities (2)' })).toBeInTheDocument()
    expect(requests.map((url) => url.search)).toContain(
      `?siteId=${sites[0].id}&status=open%2Cin_progress&snoozed=false`,
    )
  })
  it('shows the pending ones when none is snoozed any more', async () => {
    serve([insight(), second])
    openApp('/opportunities?snoozed=true')
    expect(await titles()).toEqual(['Give 12 product pages a title', 'Link to the espresso guide'])
    expect(screen.queryByRole('button', { name: /snoozed/ })).not.toBeInTheDocument()
  })
  it('has a column for what it is worth, which may be unknown, the effort, the confidence and the score', async () => {
    const value = { low: 120, mid: 200, high: 340, unit: 'currency', currency: 'EUR' } as const
    serve([insight({ value, effort: 40, confidence: 81, score: 70, assignee: 'Zoe' }), second])
    openApp('/opportunities')
    const [one, two] = await rows()
    expect(cells(one!).slice(2, 8)).toEqual([
      'Technical issues',
      '€200€120 – €340',
      'Medium',
      '81%',
      'Score 70',
      'Zoe',
    ])
    expect(cells(two!).slice(2, 8)).toEqual(['Link targets', 'Not valued', 'Low', '90%', 'Score 49', ''])
    expect(within(two!).getByText('49')).toHaveAttribute('data-band', 'low')
  })
  it('marks owners who are no longer members', async () => {
    serve([
      insight({ score: 70, assignee: 'Bo Lee', assigneeId: 'b1' }),
      { ...second, assignee: 'Ana', assigneeId: user.id },
    ])
    server.use(answer('/api/members', [{ id: user.id, email: user.email, firstName: 'Ana', lastName: '' }]))
    openApp('/opportunities')
    const [one, two] = await rows()
    await waitFor(() => expect(cells(one!)[7]).toBe('Bo LeeFormer member'))
    expect(cells(two!)[7]).toBe('Ana')
  })
  it('is sorted by the server, either way, and then ungrouped', async () => {
    const { requests } = serve([
      insight({ effort: 60, followerIds: [second.id] }),
      { ...second, leadId: insight().id },
    ])
    const visited = openApp('/opportunities')
    expect(await titles()).toEqual(['Give 12 product pages a title'])
    await userEvent.click(screen.getByRole('button', { name: 'Effort' }))
    await waitFor(async () =>
      expect(await titles()).toEqual(['Link to the espresso guide', 'Give 12 product pages a title']),
    )
    expect(screen.getByRole('columnheader', { name: 'Effort' })).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Effort' }))
    await waitFor(async () =>
      expect(await titles()).toEqual(['Give 12 product pages a title', 'Link to the espresso guide']),
    )
    expect(visited.at(-1)).toBe('/opportunities?sort=-effort')
    expect(requests.at(-1)!.searchParams.get('sort')).toBe('-effort')
  })
  it('searches title and summary in any case, and keeps the filters in the URL', async () => {
    serve([insight(), second])
    const visited = openApp('/opportunities')
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search opportunities' }), 'ONLY ONE')
    await waitFor(async () => expect(await titles()).toEqual(['Link to the espresso guide']))
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
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
  })
  it('reads the next page before the end is reached, and counts every match', async () => {
    serve([insight()])
    server.use(
      http.get('*/api/insights', ({ request }) =>
        new URL(request.url).searchParams.get('cursor') === 'two'
          ? pageOf([second], {})
          : pageOf([insight()], { Link: '</api/insights?cursor=two>; rel="next"' }),
      ),
    )
    openApp('/opportunities')
    expect(await screen.findByRole('heading', { name: 'Opportunities (2)' })).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toEqual([insight().title, second.title]))
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
    expect(screen.getByText(/^2 when grouped by cause/)).toBeInTheDocument()
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

describe('small opportunities', () => {
  it('are left out until asked for, and the address keeps the choice', async () => {
    server.use(
      ...serveInsights([insight(), second], new Set([second.id])).handlers,
      answer('/api/integrations', []),
      answer('/api/technical/crawls', []),
      ...signedIn(),
    )
    const visited = openApp('/opportunities')
    expect(await titles()).toEqual(['Give 12 product pages a title'])
    await userEvent.click(screen.getByRole('button', { name: 'Show small ones (1)' }))
    await waitFor(async () => expect(await titles()).toHaveLength(2))
    expect(visited.at(-1)).toBe('/opportunities?small=true')
    await userEvent.click(screen.getByRole('button', { name: 'Hide small ones' }))
    await waitFor(async () => expect(await titles()).toHaveLength(1))
  })
  it('are offered where nothing else is left', async () => {
    server.use(
      ...serveInsights([second], new Set([second.id])).handlers,
      answer('/api/integrations', []),
      answer('/api/technical/crawls', []),
      ...signedIn(),
    )
    openApp('/opportunities')
    expect(await screen.findByText('Only small opportunities here')).toBeInTheDocument()
    const offers = screen.getAllByRole('button', { name: 'Show small ones (1)' })
    await userEvent.click(offers.at(-1)!)
    await waitFor(async () => expect(await titles()).toHaveLength(1))
  })
})
