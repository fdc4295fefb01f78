import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { count, crawl, issue, serveIssues } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { inToast } from '@/test/in-toast'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

function serve(...state: Parameters<typeof serveIssues>) {
  const { handlers, requests } = serveIssues(...state)
  server.use(...handlers)
  return requests
}

const rows = async () => (await screen.findAllByRole('row')).slice(1)

const choose = async (action: string) => {
  await userEvent.click((await screen.findAllByRole('button', { name: /^Actions for/ }))[0]!)
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

const chooseCrawl = async (name: RegExp, option: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

const crawlOf = (id: string, day: number) => ({
  ...crawl,
  id,
  fileName: `${id}.csv`,
  crawledAt: `2026-11-${day}T12:00:00Z`,
})

describe('the issues', () => {
  const several = [
    issue(1),
    issue(2),
    issue(3),
    issue(4, { issueType: 'h1_multiple', title: 'Several H1', severity: 'low' }),
  ]

  it('name the page by the end of its id and by its address', async () => {
    const requests = serve([issue(1)])
    openApp('/technical')
    const row = within((await rows())[0]!)
    const page = row.getAllByText('Page beef')[0]!.parentElement!
    expect(within(page).getByRole('link')).toHaveAttribute('href', 'https://northwindcoffee.com/products/1')
    expect(row.getByText('There is no title.')).toBeInTheDocument()
    expect(row.getByText('Nov 20, 2026')).toBeInTheDocument()
    expect(Object.fromEntries(requests[0]!)).toEqual({
      siteId: sites[0].id,
      limit: '100',
      sort: 'severity',
      status: 'open',
    })
  })
  it('link to no address that a browser must not open', async () => {
    serve([issue(1, { url: 'javascript:alert(1)' })])
    openApp('/technical')
    const [row] = await rows()
    const addresses = within(row!)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(new Set(addresses)).toEqual(new Set(['/technical?page=javascript%3Aalert%281%29']))
  })
  it('stand on phones under their type, with its pages and what it means', async () => {
    serve(several)
    openApp('/technical')
    const about = 'Without a title, Google makes one up for its results.'
    expect(within((await rows())[0]!).getByText(about).parentElement).toHaveTextContent(/High3 pages/)
    expect(within((await rows())[1]!).queryByText(about)).toBeNull()
    expect(screen.getAllByText(about)).toHaveLength(1)
  })
  it('have no type above them on phones where another order mixes the types', async () => {
    serve(several)
    openApp('/technical?sort=url')
    await rows()
    expect(screen.queryByText('Without a title, Google makes one up for its results.')).toBeNull()
  })
  it('come a page at a time', async () => {
    serve([issue(1), issue(2), issue(3)])
    openApp('/technical')
    expect(await screen.findByText('3 in this view')).toBeInTheDocument()
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(await screen.findAllByRole('link', { name: /products\/3/ })).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
  it('can be narrowed to a type by its count; the choice stands in the URL', async () => {
    serve(several)
    const visited = openApp('/technical')
    const strip = within(await screen.findByRole('list', { name: 'Issue types' }))
    await userEvent.click(strip.getByRole('button', { name: 'Several H1 1' }))
    expect(visited.at(-1)).toBe('/technical?type=h1_multiple')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(strip.getByRole('button', { name: 'Several H1 1' })).toHaveAttribute('aria-pressed', 'true')
  })
  it('are searched and sorted by the server', async () => {
    const requests = serve(several)
    openApp('/technical')
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search issues' }), '/blog')
    await waitFor(() => expect(requests.at(-1)!.get('q')).toBe('/blog'))
    await userEvent.click(await screen.findByRole('button', { name: 'Detected' }))
    await waitFor(() => expect(requests.at(-1)!.get('sort')).toBe('importedAt'))
    await userEvent.click(await screen.findByRole('button', { name: 'Detected' }))
    await waitFor(() => expect(requests.at(-1)!.get('sort')).toBe('-importedAt'))
    expect(screen.getByRole('columnheader', { name: 'Detected' })).toHaveAttribute('aria-sort', 'descending')
  })
  it('can be marked as fixed, and that taken back', async () => {
    serve([issue(1)])
    openApp('/technical?status=all')
    await choose('Mark as Fixed')
    expect(await screen.findByText('Issue Marked as Fixed')).toBeInTheDocument()
    expect(await screen.findByText('Fixed')).toBeInTheDocument()
    await inToast('Undo')
    expect(await screen.findByText('Change undone')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Fixed')).toBeNull())
    await choose('Mark as Fixed')
    expect(await screen.findByText('Fixed')).toBeInTheDocument()
  })
  it('are exported by a plain link: all of the view, or every page with the same issue', async () => {
    serve(several)
    openApp('/technical?severity=high&q=products')
    const all = await screen.findByRole('link', { name: 'Export All' })
    expect(all).toHaveAttribute('download')
    expect(all).toHaveAttribute(
      'href',
      `/api/technical/sf-issues.csv?siteId=${sites[0].id}&status=open&q=products&severity=high`,
    )
    all.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(all)
    expect(await screen.findByText('Export Started')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: /^Actions for/ })[0]!)
    expect(await screen.findByRole('menuitem', { name: 'Export Details' })).toHaveAttribute(
      'href',
      `/api/technical/sf-issues.csv?siteId=${sites[0].id}&status=open&type=title_missing`,
    )
  })
  it('are none before the first crawl: the way to it is said', async () => {
    serve([])
    openApp('/technical')
    expect(
      await screen.findByText('No technical issues found. Upload a Screaming Frog CSV to get started.'),
    ).toBeInTheDocument()
  })
  it('of a clean crawl are none', async () => {
    serve([], { crawls: [{ ...crawl, issues: 0 }] })
    openApp('/technical')
    expect(await screen.findByText('The latest crawl has no issues.')).toBeInTheDocument()
  })
  it('of a crawl that was just read are awaited, not said to be none', async () => {
    serve([], { crawls: [crawl] })
    openApp('/technical')
    expect(await screen.findByText('4,175 pages, 312 issues')).toBeInTheDocument()
    expect(screen.queryByText('No technical issues found')).toBeNull()
  })
  it('hidden by the filters are said to be', async () => {
    serve([issue(1)])
    const visited = openApp('/technical?type=h1_multiple')
    expect(await screen.findByText('No issues match these filters')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear Filters' })[1]!)
    expect(await rows()).toHaveLength(1)
    expect(visited.at(-1)).toBe('/technical')
  })
  it('that are all marked as fixed are shown when asked for', async () => {
    serve([issue(1, { status: 'fixed' })])
    openApp('/technical')
    expect(await screen.findByText('All issues are marked as fixed')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Show fixed issues' }))
    expect(within((await rows())[0]!).getByText('Fixed')).toBeInTheDocument()
  })
  it('can be cleared of filters where some are on, back to the open ones', async () => {
    serve([issue(1)])
    const visited = openApp('/technical')
    await rows()
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search issues' }), 'tents')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear Filters' }))
    expect(visited.at(-1)).toBe('/technical')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull())
  })
})

describe('the comparison with the crawl before', () => {
  const counts = [
    count({ pages: 3, new: 2, stillThere: 1, gone: 0 }),
    count({
      issueType: 'h1_multiple',
      title: 'Several H1',
      severity: 'low',
      pages: 0,
      new: 0,
      stillThere: 0,
      gone: 4,
    }),
  ]

  it('says how many issues of each type are new, still there and gone, and hides types that are all gone', async () => {
    serve([issue(1)], { counts })
    openApp('/technical')
    const choice = within(await screen.findByRole('group', { name: 'Compared with the previous crawl' }))
    expect(choice.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'All3',
      'New2',
      'Remaining1',
      'Gone4',
    ])
    const strip = within(screen.getByRole('list', { name: 'Issue types' }))
    expect(strip.getAllByRole('button').map((button) => button.textContent)).toEqual(['Missing title3+2 new'])
  })
  it('narrows the list and the types; what is gone is shown whether it was marked as fixed or not', async () => {
    const requests = serve([issue(1, { seen: 'gone', status: 'fixed' })], { counts })
    const visited = openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: 'Gone 4' }))
    expect(visited.at(-1)).toBe('/technical?seen=gone')
    await waitFor(() => expect(requests.at(-1)!.get('seen')).toBe('gone'))
    expect(requests.at(-1)!.get('status')).toBe('all')
    const [row] = await rows()
    expect(within(row!).getByText('Gone')).toBeInTheDocument()
    const strip = within(screen.getByRole('list', { name: 'Issue types' }))
    expect(strip.getAllByRole('button').map((button) => button.textContent)).toEqual(['Several H14'])
    await userEvent.click(within(row!).getByRole('button', { name: /^Actions for/ }))
    expect(await screen.findByRole('menuitem', { name: 'Page details' })).toBeInTheDocument()
    expect(screen.queryByRole('menuitem', { name: /^Mark as/ })).toBeNull()
  })
  it('marks what came, what came back, and since when a fault is known', async () => {
    serve([
      issue(1, { seen: 'new' }),
      issue(2, { seen: 'still_there', reopened: true, firstSeenAt: '2026-10-02T09:00:00Z' }),
    ])
    openApp('/technical')
    const [first, second] = await rows()
    expect(within(first!).getByText('New')).toBeInTheDocument()
    expect(within(first!).queryByText(/^since/)).toBeNull()
    expect(within(second!).getByText('Reopened')).toBeInTheDocument()
    expect(within(second!).getByText('Oct 2, 2026')).toBeInTheDocument()
  })
  it('is between any two crawls that are chosen, the newer one first, in the URL', async () => {
    const crawls = [crawlOf('c', 20), crawlOf('b', 19), crawlOf('a', 18)]
    const requests = serve([issue(1)], { counts, crawls })
    const visited = openApp('/technical')
    await chooseCrawl(/^Compared with:/, /a\.csv/)
    expect(visited.at(-1)).toBe('/technical?of=c&against=a')
    await waitFor(() => expect(requests.at(-1)!.get('against')).toBe('a'))
    expect(requests.at(-1)!.get('crawl')).toBe('c')
    expect(screen.getByRole('group', { name: 'Compared with the chosen crawl' })).toBeInTheDocument()
    await chooseCrawl(/^Crawl:/, /b\.csv/)
    expect(visited.at(-1)).toBe('/technical?of=b&against=a')
    await chooseCrawl(/^Compared with:/, /c\.csv/)
    expect(visited.at(-1)).toBe('/technical?of=c&against=b')
    await chooseCrawl(/^Compared with:/, /^Previous crawl/)
    expect(visited.at(-1)).toBe('/technical')
  })
  it('is not offered for a first crawl', async () => {
    serve([issue(1)])
    openApp('/technical')
    await rows()
    expect(screen.queryByRole('group', { name: 'Compared with the previous crawl' })).toBeNull()
  })
})
