import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { sortRows } from '@/portfolio/portfolio-order'
import { dayAfter } from './dates'

type Handlers = Parameters<typeof server.use>

const euros = (low: number, mid: number, high: number) =>
  ({ low, mid, high, unit: 'currency', currency: 'EUR' }) as const
const clicks = (low: number, mid: number, high: number) => ({ low, mid, high, unit: 'clicks' }) as const

const there = insight({
  id: '0190b6a0-0000-7000-8001-000000000009',
  siteId: sites[1].id,
  title: 'Stop paying for “free”',
})
const asleep = insight({
  id: '0190b6a0-0000-7000-8001-000000000008',
  title: 'Later',
  snoozedUntil: `${dayAfter(5)}T12:00:00Z`,
})

function serve(insights = [insight(), there], ...handlers: Handlers) {
  const api = serveInsights(insights)
  server.use(
    ...handlers,
    ...api.handlers,
    answer('/api/integrations', []),
    answer('/api/technical/crawls', []),
    ...signedIn(),
  )
  return api
}

const total = async (sum: Omit<Schemas['InsightTotal'], 'computing'>) => {
  serve([insight()], answer('/api/insights/total', { ...sum, computing: false }))
  openApp('/opportunities')
  return screen.findByText(/Expected: about| open/, { selector: 'h1 + p > span' })
}

describe('the headline total', () => {
  it('shows what is expected, what every fix would bring, and how many are not valued', async () => {
    const sentence = await total({
      insights: 56,
      unknown: 14,
      values: [euros(8100, 12400, 19300)],
      expected: [euros(3000, 7922, 9000)],
    })
    expect(sentence).toHaveTextContent(
      'Expected: about €7,900 a month, up to €12,000 if every fix works · 14 not yet valued',
    )
  })
  it('never adds different units', async () => {
    const sentence = await total({
      insights: 5,
      unknown: 0,
      values: [euros(10, 20, 30), clicks(100, 320, 600)],
      expected: [clicks(50, 160, 300), euros(5, 10, 15)],
    })
    expect(sentence).toHaveTextContent(
      'Expected: about 160 clicks and €10 a month, up to €20 and 320 clicks if every fix works',
    )
  })
  it('is unknown, not zero, without known values', async () => {
    const sentence = await total({ insights: 3, unknown: 3, values: [], expected: [] })
    expect(sentence).toHaveTextContent(
      '3 open, not yet valued. Connect Search Console to estimate their value.',
    )
  })
  it('leaves the list as it is after an error', async () => {
    serve(
      [insight()],
      http.get('*/api/insights/total', () => problem(503, 'Away.')),
    )
    openApp('/opportunities')
    expect(await screen.findByText(/^The total value could not be calculated/)).toBeInTheDocument()
    expect(await screen.findByText('Give 12 product pages a title')).toBeInTheDocument()
  })
})

describe('snoozed ones', () => {
  it('are hidden and counted, and shown when asked for', async () => {
    serve([insight(), asleep])
    const visited = openApp('/opportunities')
    expect(await screen.findByRole('heading', { name: 'Opportunities (1)' })).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: '1 snoozed' }))
    expect(await screen.findByRole('button', { name: 'Later' })).toBeInTheDocument()
    expect(screen.queryByText('Give 12 product pages a title')).toBeNull()
    expect(visited.at(-1)).toBe('/opportunities?snoozed=true')
  })
  it('are not counted for closed statuses', async () => {
    const { requests } = serve([insight({ status: 'done' })])
    openApp('/opportunities?status=done')
    await screen.findByRole('heading', { name: 'Opportunities (1)' })
    expect(requests.every((url) => !url.searchParams.has('snoozed'))).toBe(true)
  })
})

describe('assignees', () => {
  it('can be filtered by once somebody is assigned', async () => {
    const { requests } = serve([insight(), insight({ id: asleep.id, title: 'Hers', assignee: 'Bo' })])
    const visited = openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'Assigned to: Anyone' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Bo' }))
    expect(await screen.findByRole('heading', { name: 'Opportunities (1)' })).toBeInTheDocument()
    expect(visited.at(-1)).toBe('/opportunities?assignee=Bo')
    expect(requests.at(-1)!.searchParams.get('assignee')).toBe('Bo')
  })
  it('have no filter while nobody is assigned', async () => {
    serve()
    openApp('/opportunities')
    await screen.findByRole('heading', { name: 'Opportunities (1)' })
    expect(screen.queryByRole('button', { name: /^Assigned to/ })).toBeNull()
  })
})

describe('all sites', () => {
  it('are ranked on one scale, each row with its site', async () => {
    const { requests } = serve()
    const visited = openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'All sites' }))
    expect(await screen.findByRole('heading', { name: 'Opportunities (2)' })).toBeInTheDocument()
    expect(visited.at(-1)).toBe('/opportunities?scope=all')
    const list = requests.find((url) => url.searchParams.get('rank') === 'portfolio')!
    expect(list.searchParams.has('siteId')).toBe(false)
    expect(screen.getByRole('columnheader', { name: 'Site' })).toBeInTheDocument()
    const row = screen.getByRole('button', { name: there.title }).closest('tr')!
    expect(within(row).getAllByText('Alder Mill').length).toBeGreaterThan(0)
  })
  it('are not offered with a single site', async () => {
    serve([insight()])
    server.use(answer('/api/sites', [sites[0]]))
    openApp('/opportunities?scope=all')
    await screen.findByRole('heading', { name: 'Opportunities (1)' })
    expect(screen.queryByRole('button', { name: 'All sites' })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Site' })).toBeNull()
  })
})

const figuresOf = (
  siteId: string,
  overrides: Partial<Schemas['PortfolioSite']> = {},
): Schemas['PortfolioSite'] => ({
  siteId,
  insights: 3,
  unknown: 1,
  values: [euros(100, 200, 300)],
  expected: [euros(40, 80, 120)],
  top: insight({ siteId }),
  fixed: 2,
  scoredAt: '2026-11-20T09:00:00Z',
  traffic: null,
  sources: [],
  crawledAt: null,
  ...overrides,
})

const inCurrency = (currency: string, mid: number) =>
  ({ low: 1, mid, high: mid, unit: 'currency', currency }) as const

const row = (name: string, expected: Schemas['Value'][]) =>
  Object.assign(figuresOf(name, { expected }), { name, domain: name })

describe('the portfolio', () => {
  it('shows pending, value, top and fixed opportunities of each site; a click selects one', async () => {
    serve(
      undefined,
      answer('/api/portfolio', [
        figuresOf(sites[1].id, { top: there }),
        figuresOf(sites[0].id, { values: [], expected: [], top: null, scoredAt: null }),
      ]),
    )
    const visited = openApp('/opportunities?scope=compare')
    const alder = (await screen.findByRole('button', { name: 'Select Alder Mill' })).closest('tr')!
    const text = within(alder)
      .getAllByRole('cell')
      .slice(1)
      .map((cell) => cell.textContent)
    // One amount of money: what is expected, as in the total of the list.
    expect(text.slice(0, 5)).toEqual(['—', '31 not yet valued', '€80€40 – €120', there.title, '2'])
    const northwind = screen.getByRole('button', { name: 'Select Northwind Coffee' }).closest('tr')!
    expect(northwind).toHaveTextContent('Not valued')
    expect(northwind).toHaveTextContent('No data yet')
    expect(northwind).toHaveTextContent('No data')
    await userEvent.click(alder)
    expect(localStorage.getItem('selectedSiteId')).toBe(sites[1].id)
    expect(visited.at(-1)).toBe('/opportunities')
    expect(await screen.findByRole('button', { name: there.title })).toBeInTheDocument()
  })
  it('opens the top opportunity of a site without selecting the site', async () => {
    serve(undefined, answer('/api/portfolio', [figuresOf(sites[1].id, { top: there })]))
    openApp('/opportunities?scope=compare')
    await userEvent.click((await screen.findAllByRole('button', { name: there.title }))[0]!)
    expect(await screen.findByRole('dialog', { name: there.title })).toBeInTheDocument()
    expect(localStorage.getItem('selectedSiteId')).toBe(sites[0].id)
  })
  it('sorts by a column', async () => {
    serve(
      undefined,
      answer('/api/portfolio', [
        figuresOf(sites[1].id, { insights: 1 }),
        figuresOf(sites[0].id, { insights: 9 }),
      ]),
    )
    const visited = openApp('/opportunities?scope=compare')
    await userEvent.click(await screen.findByRole('button', { name: 'Open' }))
    const selects = screen.getAllByRole('button', { name: /^Select / }).map((one) => one.textContent)
    expect(selects).toEqual(['Northwind Coffee', 'Alder Mill'])
    expect(visited.at(-1)).toBe('/opportunities?scope=compare&sort=-insights')
  })
  it('renders the first of hundreds, and searches all', async () => {
    const many = Array.from({ length: 500 }, (_, i) =>
      Object.assign({}, sites[0], { id: `site-${i}`, name: `Site ${i}`, domain: `site-${i}.example` }),
    )
    serve(
      [insight({ siteId: 'site-0' })],
      answer(
        '/api/portfolio',
        many.map((site) => figuresOf(site.id)),
      ),
    )
    server.use(answer('/api/sites', many))
    openApp('/opportunities?scope=compare')
    // Queries by role compute the accessible names of every row, which takes seconds here.
    expect(await screen.findByText('Sites (500)')).toBeInTheDocument()
    expect(screen.getAllByLabelText(/^Select /)).toHaveLength(50)
    await userEvent.click(screen.getByText('Show 50 more'))
    expect(screen.getAllByLabelText(/^Select /)).toHaveLength(100)
    await userEvent.click(screen.getByLabelText('Search sites'))
    await userEvent.paste('site-499')
    expect(screen.getAllByLabelText(/^Select /).map((one) => one.textContent)).toEqual(['Site 499'])
  })
  it('shows a load error', async () => {
    serve(
      undefined,
      http.get('*/api/portfolio', () => problem(503, 'Away.')),
    )
    openApp('/opportunities?scope=compare')
    expect(await screen.findByText('Away.')).toBeInTheDocument()
  })
  it('never compares different units: money by currency, then clicks, then unknown', () => {
    const dollars = { low: 1, mid: 999, high: 1, unit: 'currency', currency: 'USD' } as const
    const all = [
      row('unknown', []),
      row('clicks', [clicks(1, 5000, 1)]),
      row('dollars', [dollars]),
      row('few euros', [euros(1, 5, 9)]),
      row('euros', [euros(1, 50, 90)]),
    ]
    const names = (sort: string) => sortRows(all, sort).map((one) => one.name)
    expect(names('-expected')).toEqual(['euros', 'few euros', 'dollars', 'clicks', 'unknown'])
    expect(names('expected')).toEqual(['few euros', 'euros', 'dollars', 'clicks', 'unknown'])
    expect(names('nonsense')).toEqual(all.map((one) => one.name))
  })
  it('sorts sites in one currency above a site in another, however large its number', () => {
    const all = [
      row('yen', [inCurrency('JPY', 900_000)]),
      row('dollars', [inCurrency('USD', 500)]),
      row('more dollars', [inCurrency('USD', 5000)]),
    ]
    expect(sortRows(all, '-expected').map((one) => one.name)).toEqual(['more dollars', 'dollars', 'yen'])
  })
  it.each([
    ['JPY', 1],
    ['EUR', 0],
  ])(
    'beside sites in EUR, one in %s: say that currencies are not compared only where there are several',
    async (currency, text) => {
      const amount = { low: 1, mid: 5, high: 9, unit: 'currency', currency } as const
      serve(
        undefined,
        answer('/api/portfolio', [figuresOf(sites[0].id), figuresOf(sites[1].id, { expected: [amount] })]),
      )
      openApp('/opportunities?scope=compare')
      await screen.findByRole('button', { name: 'Select Alder Mill' })
      expect(screen.queryAllByText(/are grouped separately/)).toHaveLength(text)
    },
  )
})
