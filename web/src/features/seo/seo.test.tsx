import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { sites } from '@/test/fixtures'
import { answer } from '@/test/handlers'
import { connected, integration } from '@/test/integrations'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { queryRow, scope, serveTable } from '@/test/tables'

const rows = async () => (await screen.findAllByRole('row')).slice(1)

const compared = { ...scope, 'X-Compared-With': '2026-09-24/2026-10-21', 'X-Coverage': '54' }

function serve(...[list, headers]: [Parameters<typeof queryRow>[0][], Record<string, string>?]) {
  const { handlers, requests } = serveTable('/api/seo/queries', list.map(queryRow), headers)
  server.use(...handlers)
  return requests
}

const choose = async (control: RegExp, option: string) => {
  await userEvent.click(await screen.findByRole('button', { name: control }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('the queries', () => {
  it('are the first tab: the last 28 days of the selected site, most clicks first', async () => {
    const requests = serve([{}])
    openApp('/seo')
    expect(await screen.findByRole('tab', { name: 'Queries', selected: true })).toBeInTheDocument()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Queries',
      'Pages',
      'AI assistants',
      'Bing',
      'Cannibalization',
      'Content Decay',
      'Internal Links',
      'Competitors',
    ])
    expect(await rows()).toHaveLength(1)
    expect(requests).toEqual([{ siteId: sites[0].id, compare: 'previous', sort: '-clicks', limit: '100' }])
  })
  it('show changes: places gained are up, impressions lost are down', async () => {
    serve([{}], compared)
    openApp('/seo')
    const cells = within((await rows())[0]!).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'coffee beans /beans',
      '6.4up 1.2',
      '8,106down 25.7%',
      '290up 6.4%',
      '3.6%',
    ])
  })
  it('show a dash with its reason for what is unknown', async () => {
    serve([{ ctr: null }])
    openApp('/seo')
    expect((await rows())[0]).toHaveTextContent('Unknown: No data.')
  })
  it('show days, source and coverage in one line', async () => {
    serve([{}], { ...compared, 'X-Missing-Days': '2' })
    openApp('/seo')
    expect(
      await screen.findByText(
        '28 days to Nov 18, 2026 · Search Console · compared with Sep 24, 2026 – Oct 21, 2026 · 2 days of data missing · covers 54% of clicks by query',
      ),
    ).toBeInTheDocument()
  })
  it('say which chosen days can still change', async () => {
    serve([{}], { ...compared, 'X-Newest-Day': '2026-11-15' })
    openApp('/seo')
    expect(await screen.findByText(/days after Nov 15, 2026 can still change/)).toBeInTheDocument()
  })
  it('sort the best position first', async () => {
    const requests = serve([{}])
    openApp('/seo')
    await userEvent.click(await screen.findByRole('button', { name: 'Position' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('position'))
  })
  it('are sorted from a menu where cards have no headers, the best value first', async () => {
    const requests = serve([{}])
    openApp('/seo')
    await userEvent.click(await screen.findByRole('button', { name: 'Sort by: Clicks' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Impressions' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('-impressions'))
    await userEvent.click(screen.getByRole('button', { name: 'Sort ascending' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('impressions'))
  })
  it('are sorted by their own header, and by a hidden column from the menu', async () => {
    const requests = serve([{}])
    const chosen = { name: '', screen: '/seo/queries', query: '', columns: ['query', 'impressions'] }
    server.use(answer('/api/views', [chosen]))
    openApp('/seo')
    await waitFor(() => expect(screen.getAllByRole('columnheader')).toHaveLength(2))
    // The menu is on wide screens, too, for as long as no header says what they are sorted by.
    const menu = screen.getByRole('button', { name: 'Sort by: Clicks' })
    expect(menu.closest(String.raw`.\@2xl\:hidden`)).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Impressions' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('-impressions'))
    expect(menu.closest(String.raw`.\@2xl\:hidden`)).not.toBeNull()
  })
  it('keep their usual order, and all columns, where a saved view names columns that are gone', async () => {
    const requests = serve([{}])
    server.use(answer('/api/views', [{ name: '', screen: '/seo/queries', query: '', columns: ['clickShare'] }]))
    openApp('/seo?sort=-clickShare')
    expect(await screen.findByRole('columnheader', { name: 'Clicks' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    expect(requests.at(-1)!['sort']).toBe('-clicks')
  })
  it('are sorted, searched and filtered by the server, with all of it in the URL', async () => {
    const requests = serve([{}])
    const visited = openApp('/seo')
    await userEvent.click(await screen.findByRole('button', { name: 'Impressions' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('-impressions'))
    await userEvent.click(await screen.findByRole('button', { name: 'Impressions' }))
    await waitFor(() => expect(requests.at(-1)!['sort']).toBe('impressions'))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search queries' }), 'beans')
    await waitFor(() => expect(requests.at(-1)!['q']).toBe('beans'))
    await choose(/^Brand:/, 'Non-brand only')
    await choose(/^Comparison:/, 'vs. last year')
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ brand: 'non-brand', compare: 'year' }))
    expect(visited.at(-1)).toBe('/seo?sort=impressions&q=beans&brand=non-brand&compare=year')
  })
  it('count other days back from the last final one', async () => {
    const requests = serve([{}])
    openApp('/seo?range=6m')
    await rows()
    expect(requests.at(-1)).toMatchObject({ from: '2026-05-19', to: '2026-11-18' })
  })
  it('compare more than a year with the days before only', async () => {
    const requests = serve([{}])
    openApp('/seo?range=16m&compare=year')
    await rows()
    expect(requests.at(-1)).toMatchObject({ from: '2025-07-19', compare: 'previous' })
    await userEvent.click(screen.getByRole('button', { name: /^Comparison:/ }))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'vs. previous period',
      'vs. other dates',
      'No comparison',
    ])
  })
  it('load page by page, and export all rows', async () => {
    serve([{}, {}, { query: 'espresso' }])
    openApp('/seo?q=o')
    expect(await screen.findByText('espresso')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(screen.getByRole('link', { name: 'CSV' })).toHaveAttribute(
      'href',
      `/api/seo/queries.csv?siteId=${sites[0].id}&compare=previous&q=o&sort=-clicks`,
    )
  })
  it('reset search and order in another tab, and keep the range', async () => {
    serve([{}])
    server.use(...serveTable('/api/seo/pages', []).handlers)
    const visited = openApp('/seo?range=90d&q=beans&sort=query')
    await userEvent.click(await screen.findByRole('tab', { name: 'Pages' }))
    await waitFor(() => expect(visited.at(-1)).toBe('/seo?range=90d&tab=pages'))
  })
})

describe('no rows', () => {
  it('after a search offer to clear it', async () => {
    serve([])
    const visited = openApp('/seo?q=nothing')
    expect(await screen.findByText('No data available')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(visited.at(-1)).toBe('/seo')
  })
  it('without a connection say what to connect', async () => {
    serve([], { 'X-Source': 'Search Console', 'X-Missing-Days': '0' })
    server.use(answer('/api/integrations/{provider}', integration()))
    openApp('/seo')
    expect(await screen.findByText('No data available')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'Connect Google Search Console' })).toHaveAttribute(
      'href',
      '/settings?tab=integrations',
    )
    expect(screen.getByRole('button', { name: 'Load demo data' })).toBeInTheDocument()
  })
  it('during a sync say that data will come', async () => {
    serve([], { 'X-Source': 'Search Console', 'X-Missing-Days': '0' })
    server.use(answer('/api/integrations/{provider}', integration({ status: 'pending' })))
    openApp('/seo')
    expect(await screen.findByText(/Google Search Console is syncing/)).toBeInTheDocument()
  })
  it('after a failed sync say why', async () => {
    serve([], { 'X-Source': 'Search Console', 'X-Missing-Days': '0' })
    const lastError = 'Google refused the key.'
    server.use(answer('/api/integrations/{provider}', integration({ status: 'error', lastError })))
    openApp('/seo')
    expect(await screen.findByText(/Google refused the key/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See what to do' })).toBeInTheDocument()
  })
  it.each([
    [[], 'Connect Google Ads and Google Search Console to see queries'],
    [['gads'], 'Connect Google Search Console as well to see queries'],
    [['gsc'], 'Connect Google Ads as well to see queries'],
  ] as const)('of two providers, with %s connected, name what is missing', async (there, text) => {
    server.use(
      ...serveTable('/api/ads/paid-organic-overlap', [], { 'X-Missing-Days': '0' }).handlers,
      http.get('*/api/integrations/:provider', ({ params }) => {
        const provider = params['provider'] as 'gads' | 'gsc'
        const isThere = (there as readonly string[]).includes(provider)
        return HttpResponse.json(isThere ? connected({ provider }) : integration({ provider }))
      }),
    )
    openApp('/ads?tab=overlap')
    expect(await screen.findByText(new RegExp(`^${text}`))).toBeInTheDocument()
  })
  it('without sites say to add one', async () => {
    server.use(...serveTable('/api/seo/queries', [], scope, []).handlers)
    openApp('/seo')
    expect(await screen.findByText('Add a site first')).toBeInTheDocument()
  })
})

it('lists more than two anchors and pages on request', async () => {
  server.use(
    ...serveTable('/api/seo/internal-links', [
      {
        siteId: sites[0].id,
        targetPage: 'https://northwindcoffee.com/beans',
        query: 'coffee beans',
        currentPosition: 8.9,
        opportunity: 'High',
        suggestedAnchors: ['coffee beans', 'whole beans', 'fresh beans', 'beans'],
        sourcePages: ['https://northwindcoffee.com/guides'],
        estimatedLift: 12,
        impressions: 1971,
        linkPercentile: 0,
      },
    ]).handlers,
  )
  openApp('/seo?tab=internal-links')
  const [row] = await rows()
  expect(row).not.toHaveTextContent('fresh beans')
  await userEvent.click(within(row!).getByRole('button', { name: '+2 more' }))
  expect(row).toHaveTextContent('fresh beans')
})
