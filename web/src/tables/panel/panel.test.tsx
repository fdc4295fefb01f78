import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Drilldown } from '@/api/drilldown'
import { sites } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { queryRow, scope, serveTable, speedRow } from '@/test/tables'

const drilldown = (overrides: Partial<Drilldown> = {}): Drilldown => ({
  name: 'coffee beans',
  metrics: [
    { name: 'clicks', title: 'Clicks', unit: 'count', better: 'up' },
    { name: 'position', title: 'Position', unit: 'position', better: 'down' },
  ],
  days: [
    { day: '2026-11-17', values: { clicks: 9, position: 4 } },
    { day: '2026-11-18', values: { clicks: 12, position: 4 } },
  ],
  before: [
    { day: '2026-11-15', values: { clicks: 5, position: 6 } },
    { day: '2026-11-16', values: {} },
  ],
  now: { clicks: 21, position: 4 },
  past: { clicks: 14, position: 6 },
  targetCpa: null,
  counterparts: [
    {
      kind: 'pages',
      total: 1,
      coverage: 81.4,
      rows: [
        {
          name: 'https://northwindcoffee.com/beans',
          clicks: 17,
          clicksChange: 20,
          impressions: 300,
          ctr: 5.7,
          position: 4.1,
        },
      ],
    },
  ],
  insights: [
    {
      id: 'i1',
      siteId: sites[0].id,
      type: 'keyword_opportunity',
      title: 'Move "coffee beans" into the top 3',
      step: 'Add an H2 section.',
      score: 70,
      status: 'open',
      value: { low: 50, mid: 120, high: 200, unit: 'currency', currency: 'EUR' },
    },
  ],
  ...overrides,
})

function serve(of = drilldown(), headers: Record<string, string> = {}) {
  const requests: Record<string, string>[] = []
  server.use(
    ...serveTable('/api/seo/queries', [queryRow(), queryRow({ query: 'espresso' })]).handlers,
    answer('/api/technical/pagespeed', [speedRow()]),
    http.get('*/api/technical/page', () => problem(404, 'The latest crawl does not include this page.')),
    http.get('*/api/seo/:kind', ({ request }) => {
      requests.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(of, {
        headers: { ...scope, 'X-Compared-With': '2026-09-24/2026-10-21', ...headers },
      })
    }),
  )
  return requests
}

const sheet = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('a row', () => {
  it('opens a panel at an address of its own, with figures, chart, counterparts and opportunities', async () => {
    const requests = serve()
    const visited = openApp('/seo')
    await userEvent.click(await screen.findByRole('link', { name: 'coffee beans' }))
    expect(visited.at(-1)).toBe('/seo?row=query%7Ecoffee+beans')
    const panel = await sheet('coffee beans')
    expect(await panel.findByText('was 14')).toBeInTheDocument()
    expect(panel.queryByRole('status', { name: 'Loading the figures' })).toBeNull()
    expect(requests[0]).toEqual({ siteId: sites[0].id, query: 'coffee beans', compare: 'previous' })
    expect(panel.getByRole('figure', { name: 'Clicks by day' })).toBeInTheDocument()
    expect(panel.getByText(/explain 81% of its clicks. Google hides the rest/)).toBeInTheDocument()
    expect(panel.getByRole('link', { name: /Move "coffee beans"/ })).toHaveAttribute(
      'href',
      '/opportunities?o=i1',
    )
  })
  it('is left for the next one, for a counterpart, and closed', async () => {
    serve()
    const visited = openApp('/seo?row=query~coffee+beans')
    let panel = await sheet('coffee beans')
    expect(panel.getByText('1 of 2')).toBeInTheDocument()
    await userEvent.click(panel.getByRole('button', { name: 'Next row' }))
    expect(visited.at(-1)).toBe('/seo?row=query%7Eespresso')
    panel = await sheet('espresso')
    await userEvent.click(await panel.findByRole('link', { name: '/beans' }))
    expect(visited.at(-1)).toBe('/seo?row=page%7Ehttps%3A%2F%2Fnorthwindcoffee.com%2Fbeans')
    panel = await sheet('/beans')
    expect(await panel.findByText('The latest crawl does not include this page.')).toBeInTheDocument()
    expect((await panel.findByText('2.60 s')).getAttribute('data-judgment')).toBe('warn')
    await userEvent.click(panel.getByRole('button', { name: 'Close' }))
    expect(visited.at(-1)).toBe('/seo')
  })
  it('says what Google hides instead of zero', async () => {
    serve(drilldown({ counterparts: [{ kind: 'pages', total: 0, coverage: null, rows: [] }], insights: [] }))
    openApp('/seo?row=query~coffee+beans')
    const panel = await sheet('coffee beans')
    expect(await panel.findByText('Google reported no pages for this period.')).toBeInTheDocument()
  })
})

describe('the days', () => {
  it('are chosen with what they are compared with, all in the URL', async () => {
    const requests = serve()
    const visited = openApp('/seo?row=query~coffee+beans')
    const panel = await sheet('coffee beans')
    await panel.findByText('was 14')
    const choose = async (control: RegExp, option: string) => {
      await userEvent.click(panel.getByRole('button', { name: control }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await choose(/^Days:/, 'Custom dates')
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({ from: '2026-10-22', to: '2026-11-18', compare: 'previous' }),
    )
    await choose(/^Comparison:/, 'vs. other dates')
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ compare: 'custom', compareFrom: '2026-09-24' }))
    const address = new URLSearchParams(visited.at(-1)!.split('?')[1])
    expect(Object.fromEntries(address)).toMatchObject({
      range: 'custom',
      from: '2026-10-22',
      compare: 'custom',
      compareFrom: '2026-09-24',
    })
  })
  it('that are no period are the usual ones', async () => {
    const requests = serve()
    openApp('/seo?range=custom&from=2026-11-20&to=2026-11-01&row=query~coffee+beans')
    await sheet('coffee beans')
    await waitFor(() => expect(requests[0]).not.toHaveProperty('from'))
  })
})
