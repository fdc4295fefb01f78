import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Schemas } from '@/api/core/client'
import type { DailyKPIs } from '@/api/kpis'
import { addDays, daysIn } from '@/lib/calendar'
import { sites } from '@/test/fixtures'
import { answer, signedIn } from '@/test/handlers'
import { connected } from '@/test/integrations'
import { insight } from '@/test/insights'
import { unknownKPIs } from '@/test/kpis'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const newest = '2026-11-19'

/** A day with 1,000 sessions and no ads; override what the test needs. */
const day = (at: string, overrides: Partial<DailyKPIs> = {}): DailyKPIs => ({
  day: at,
  sessions: 1000,
  conversions: 20,
  conversionRate: 2,
  revenue: 500,
  currency: 'EUR',
  adSpend: null,
  adCurrency: null,
  adClicks: null,
  adConversions: null,
  clicks: 300,
  impressions: 9000,
  position: 8.2,
  isWhole: true,
  ...overrides,
})

type Of = (at: string) => Partial<DailyKPIs>

/** A server with daily figures; records the requests. */
function open(of: Of = () => ({}), path = '/overview') {
  const requests: { from: string; to: string; compare: string | null }[] = []
  server.use(
    http.get('*/api/kpis/daily', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const to = searchParams.get('to') ?? newest
      const from = searchParams.get('from') ?? addDays(to, -27)
      const compare = searchParams.get('compare')
      requests.push({ from, to, compare })
      const days: DailyKPIs[] = []
      const add = (first: string, last: string) => {
        for (let at = first; at <= last; at = addDays(at, 1)) days.push(day(at, of(at)))
      }
      const back = { previous: daysIn({ from, to }), year: 364 }[compare ?? '']
      if (back) add(addDays(from, -back), addDays(to, -back))
      add(from, to)
      return HttpResponse.json(days, { headers: { 'X-Window': `${from}/${to}`, 'X-Missing-Days': '1' } })
    }),
    answer('/api/sites/{id}/changes', [
      { id: 'c1', siteId: sites[0].id, day: '2026-11-12', kind: 'note', text: 'New checkout', createdAt: '' },
    ]),
    answer('/api/insights', [insight()]),
    answer('/api/insights/types', []),
    answer('/api/kpis/overview', { ...unknownKPIs, totalSessions: 28_000, conversionRate: 2 }),
    answer('/api/integrations', []),
    ...signedIn(),
  )
  return { requests, visited: openApp(path) }
}

const chart = async () => within(await screen.findByRole('region', { name: 'Day by day' }))
const figures = async (name: string) =>
  (await (await chart()).findByRole('table', { name: `${name} by day` })).querySelectorAll('tbody tr')
/** Where the chart stands relative to the opportunities. */
async function placeOfChart() {
  const list = await screen.findByRole('region', { name: 'Top Opportunities' })
  await within(list).findByRole('article')
  return list.compareDocumentPosition(await screen.findByRole('region', { name: 'Day by day' }))
}
const rowOf = async (name: string, at: string) =>
  [...(await figures(name))].find((row) => row.textContent?.startsWith(at))

describe('the chart of the Overview', () => {
  it('shows 28 days of sessions beside the 28 before, with changes', async () => {
    const { requests } = open((at) => (at < '2026-10-23' ? { sessions: 800 } : {}))
    await waitFor(async () =>
      expect(await rowOf('Sessions', 'Nov 12, 2026')).toHaveTextContent('Nov 12, 20261,000800New checkout'),
    )
    expect(await figures('Sessions')).toHaveLength(28)
    expect(await (await chart()).findByText('latest day incomplete')).toBeInTheDocument()
    expect(requests).toEqual([{ from: '2026-10-23', to: newest, compare: 'previous' }])
  })
  it('reads all it shows at once, as each read may have a long way', async () => {
    open()
    const awaited = new Set(['insights', 'insights/total', 'kpis/overview', 'kpis/daily', 'integrations'])
    awaited.add('insights/types').add('activity').add(`sites/${sites[0].id}/changes`)
    server.use(
      http.get('*/api/*', async ({ request }) => {
        const path = new URL(request.url).pathname.replace('/api/', '')
        if (!awaited.delete(path)) return
        await waitFor(() => {
          if (awaited.size > 0) throw new Error(`not asked for: ${[...awaited].join(', ')}`)
        })
      }),
    )
    expect(await rowOf('Sessions', 'Nov 12, 2026')).toHaveTextContent('New checkout')
  })
  it('has a gap for a missing day', async () => {
    open((at) => (at === '2026-11-03' ? { sessions: null } : {}))
    expect(await rowOf('Sessions', 'Nov 3, 2026')).toHaveTextContent('No data')
  })
  it('shows another metric when its card is clicked, and longer ranges', async () => {
    const { requests, visited } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Show Conversion rate day by day' }))
    expect(visited.at(-1)).toBe('/overview?metric=conversionRate')
    expect(await rowOf('Conversion rate', 'Nov 19, 2026')).toHaveTextContent('2.0%')
    await userEvent.click(screen.getByRole('button', { name: '16 months' }))
    expect(visited.at(-1)).toBe('/overview?metric=conversionRate&days=16m')
    await waitFor(() => expect(requests.at(-1)).toEqual({ from: '2025-07-20', to: newest, compare: 'none' }))
    expect(screen.queryByRole('button', { name: /^Comparison:/ })).toBeNull()
  })
  it('shows custom dates beside the same weekdays of the year before', async () => {
    const { requests } = open(undefined, '/overview?days=custom&from=2026-11-02&to=2026-11-08&compare=year')
    expect(await figures('Sessions')).toHaveLength(7)
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({ from: '2026-11-02', to: '2026-11-08', compare: 'year' }),
    )
    expect(screen.getByLabelText('First day')).toHaveValue('2026-11-02')
  })
  it('starts custom dates with the days on screen', async () => {
    const { visited } = open()
    await chart()
    await userEvent.click(screen.getByText('Custom'))
    expect(visited.at(-1)).toBe(`/overview?days=custom&from=2026-10-23&to=${newest}`)
  })
  it('shows 16 months as weekly means', async () => {
    open((at) => (at === newest ? { sessions: 8000 } : {}), '/overview?days=16m')
    expect(await rowOf('Sessions', 'Nov 19, 2026')).toHaveTextContent('Nov 19, 20262,000')
    expect(await (await chart()).findByText('7-day average')).toBeInTheDocument()
  })
  it('says when the compared days have no data, unless there is no comparison', async () => {
    open((at) => (at < '2026-01-01' ? { sessions: null } : {}), '/overview?compare=year')
    expect(await (await chart()).findByText('No data for Oct 24 – Nov 20, 2025')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /^Comparison:/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'No comparison' }))
    await waitFor(async () => expect((await chart()).queryByText(/^No data for/)).toBeNull())
  })
  it('stands below the tiles, and on a phone below what to fix next', async () => {
    open()
    expect(await placeOfChart()).toBe(Node.DOCUMENT_POSITION_PRECEDING)
    cleanup()
    const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } }
    happyDOM.setViewport({ width: 390 })
    const { visited } = open()
    expect(await placeOfChart()).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
    await userEvent.click(await screen.findByRole('button', { name: 'Show Conversion rate day by day' }))
    expect(visited.at(-1)).toBe('/overview?metric=conversionRate')
    expect(scroll.mock.contexts[0]).toContainElement(screen.getByRole('region', { name: 'Day by day' }))
    happyDOM.setViewport({ width: 1024 })
  })
  it('starts with the first metric that has data', async () => {
    open(() => ({ sessions: null, conversions: null, conversionRate: null, revenue: null }))
    expect(await rowOf('Clicks from Google', 'Nov 19, 2026')).toHaveTextContent('300')
  })
  it('names the missing source instead of an empty chart', async () => {
    open(undefined, '/overview?metric=adSpend')
    expect(await (await chart()).findByText(/^Ad spend: Google Ads has no data for these days\./)).toBeVisible()
    expect((await chart()).queryByRole('figure')).toBeNull()
  })
})

/** The parameters that the key figures are asked with, besides the site. */
function openTiles(path: string, period: Partial<Schemas['KPIPeriod']> = {}) {
  const opened = open(undefined, path)
  const asked: Record<string, string>[] = []
  server.use(
    http.get('*/api/kpis/overview', ({ request }) => {
      const { siteId: _, ...days } = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(days)
      const none = { sessions: 0, adSpend: 0 }
      const { from, to } = days
      return HttpResponse.json({
        ...unknownKPIs,
        totalSessions: 7000,
        sessionsChange: 12,
        ...(from &&
          to && {
            period: {
              from,
              to,
              comparedFrom: null,
              comparedTo: null,
              missingDays: none,
              comparedMissingDays: none,
              ...period,
            },
          }),
      })
    }),
  )
  return { ...opened, asked }
}

const tile = async (text: string) => {
  const tiles = within(await screen.findByRole('region', { name: 'Key figures' }))
  const card = tiles.getByText('Sessions').parentElement
  await waitFor(() => expect(card).toHaveTextContent(text))
  return card
}

describe('the days of the Overview', () => {
  it('are those of tiles and chart, with the compared days beside the change', async () => {
    const { asked, requests } = openTiles('/overview?days=custom&from=2026-11-02&to=2026-11-08&compare=year', {
      comparedFrom: '2025-11-03',
      comparedTo: '2025-11-09',
    })
    expect(await tile('7,000up 12.0%vs Nov 3 – 9, 2025')).toBeInTheDocument()
    expect(asked).toEqual([{ from: '2026-11-02', to: '2026-11-08', compare: 'year' }])
    await chart()
    await waitFor(() =>
      expect(requests).toContainEqual({ from: '2026-11-02', to: '2026-11-08', compare: 'year' }),
    )
  })
  it('are each source’s own last 28 until others are chosen', async () => {
    const { asked, visited } = openTiles('/overview')
    expect(await tile('7,000up 12.0%vs previous 28 days')).toBeInTheDocument()
    expect(asked).toEqual([{}])
    await chart()
    await userEvent.click(screen.getByRole('button', { name: '90 days' }))
    expect(visited.at(-1)).toBe('/overview?days=90d')
    await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-08-22', to: newest, compare: 'previous' }))
  })
  it('appear once, in the header, not on each card', async () => {
    openTiles('/overview')
    const card = await tile('vs previous 28 days')
    expect(within(card!).getByText('vs previous 28 days')).toHaveClass('sr-only')
    const days = await screen.findByRole('group', { name: 'Days' })
    expect(days.compareDocumentPosition(card!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  it('appear on each card when there is no date picker', async () => {
    openTiles('/overview')
    server.use(answer('/api/kpis/daily', []))
    const card = await tile('vs previous 28 days')
    await waitFor(() => expect(within(card!).getByText('vs previous 28 days')).not.toHaveClass('sr-only'))
    expect(screen.queryByRole('group', { name: 'Days' })).toBeNull()
  })
  it('count back when compared with days of one’s own', async () => {
    const { asked } = openTiles('/overview?compare=custom&compareFrom=2026-03-02')
    await waitFor(() =>
      expect(asked).toEqual([{ from: '2026-10-23', to: newest, compare: 'custom', compareFrom: '2026-03-02' }]),
    )
  })
  it('say how many of them are missing', async () => {
    openTiles('/overview?days=90d', {
      comparedFrom: '2026-05-24',
      comparedTo: '2026-08-21',
      missingDays: { sessions: 2, adSpend: 0 },
      comparedMissingDays: { sessions: 1, adSpend: 0 },
    })
    expect(await tile('Estimated: 2 days missing')).toBeInTheDocument()
  })
})

describe('without any data', () => {
  it('is a sentence instead of an empty chart', async () => {
    open()
    server.use(answer('/api/kpis/daily', []))
    expect(await screen.findByText(/^Connect a source to see sessions/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Day by day' })).toBeNull()
  })
  it('still shows the figures of other sources, whatever days the URL has', async () => {
    const { asked } = openTiles('/overview?days=90d')
    server.use(answer('/api/kpis/daily', []))
    await waitFor(() => expect(asked).toEqual([{}]))
    expect(await tile('7,000')).toBeInTheDocument()
  })
  it('does not take untested credentials for a sync', async () => {
    open()
    server.use(
      answer('/api/kpis/daily', []),
      answer('/api/integrations', [connected({ provider: 'ga4', status: 'pending' })]),
    )
    expect(await screen.findByText(/^Connect a source to see sessions/)).toBeInTheDocument()
  })
  it('says with a connection that the first sync is under way', async () => {
    open()
    server.use(answer('/api/kpis/daily', []), answer('/api/integrations', [connected({ provider: 'ga4' })]))
    expect(
      await screen.findByText('Google Analytics 4 is syncing. The first days appear here shortly.'),
    ).toBeInTheDocument()
  })
})
