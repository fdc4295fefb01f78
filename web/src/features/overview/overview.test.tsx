import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { screenPreload } from '@/lib/parts/preload-screen'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight, serveInsights } from '@/test/insights'
import { connected } from '@/test/integrations'
import { unknownKPIs } from '@/test/kpis'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

function serve({
  kpis = unknownKPIs,
  insights = [insight()],
}: { kpis?: Schemas['KPIs']; insights?: Schemas['Insight'][] } = {}) {
  const api = serveInsights(insights)
  server.use(
    ...api.handlers,
    answer('/api/kpis/overview', kpis),
    answer('/api/integrations', []),
    ...signedIn(),
  )
  return api
}

const region = (name: string) => screen.findByRole('region', { name })
const figure = async (label: string) => {
  const card = within(await region('Key figures')).getByText(label).parentElement!
  await waitFor(() => expect(card).not.toHaveTextContent(new RegExp(`^${label}$`)))
  return card
}

describe('the key figures', () => {
  it('show a dash without data, never 0', async () => {
    serve()
    server.use(answer('/api/integrations', [connected()]))
    openApp('/overview')
    for (const label of ['Sessions', 'Conversion rate', 'Ad spend', 'Average page speed']) {
      // oxlint-disable-next-line no-await-in-loop
      const card = await figure(label)
      expect(card).toHaveTextContent('—No data yet')
      expect(card).not.toHaveTextContent('0')
    }
  })
  it('show their change versus the 28 days before; more spend and slower pages are bad', async () => {
    serve({
      kpis: {
        totalSessions: 48213,
        sessionsChange: 12.4,
        conversionRate: 2.83,
        conversionChange: -1.2,
        adSpend: 6842,
        adSpendChange: 3.1,
        currency: 'EUR',
        avgPageSpeed: 2.4,
        pageSpeedChange: 5.7,
      },
    })
    openApp('/')
    const change = async (label: string) => within(await figure(label)).getByText(/%$/)
    expect(await figure('Sessions')).toHaveTextContent('48,213up 12.4%vs previous 28 days')
    expect(await change('Sessions')).toHaveClass('text-good-ink')
    expect(await figure('Conversion rate')).toHaveTextContent('2.8%down 1.2%')
    expect(await figure('Ad spend')).toHaveTextContent('€6,842up 3.1%')
    expect(await change('Ad spend')).toHaveClass('text-bad-ink')
    expect(await figure('Average page speed')).toHaveTextContent('2.4 sup 5.7%')
    expect(await change('Average page speed')).toHaveClass('text-bad-ink')
  })
  it('are 0 for a known zero', async () => {
    serve({ kpis: { ...unknownKPIs, totalSessions: 0 } })
    openApp('/overview')
    expect(await figure('Sessions')).toHaveTextContent('Sessions0')
  })
})

const id = (i: number) => `insight-${i}`

describe('Top Opportunities', () => {
  it('asks for those of the selected site and shows how each ranks', async () => {
    const { requests } = serve({ insights: [insight({ impact: 70, effort: 40, confidence: 90, score: 70 })] })
    openApp('/overview')
    const item = await screen.findByRole('article')
    expect(item).toHaveTextContent('Impact High')
    expect(item).toHaveTextContent('Effort Medium')
    expect(item).toHaveTextContent('90% confidence')
    expect(within(item).getByText('70')).toHaveAttribute('data-band', 'high')
    expect(within(item).getByTitle('Technical issues')).toBeInTheDocument()
    expect(requests[0]!.search).toBe(`?siteId=${sites[0].id}&limit=30`)
    expect(screen.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/opportunities')
  })
  it('shows five tasks, each with what stands under it, and finishes a task as one', async () => {
    const { requests, statusChanges } = serve({
      insights: [
        insight({ id: id(0), entity: { page: '/a' }, followerIds: [id(1), id(2)] }),
        ...[1, 2].map((i) =>
          insight({ id: id(i), title: `Title ${i}`, entity: { page: '/a' }, leadId: id(0) }),
        ),
        ...[3, 4, 5, 6, 7].map((i) => insight({ id: id(i), title: `Title ${i}` })),
      ],
    })
    openApp('/overview')
    expect(await screen.findByText('Title 6')).toBeInTheDocument()
    expect(screen.getAllByRole('article')).toHaveLength(5)
    expect(screen.queryByText('Title 1')).toBeNull()
    expect(screen.getByText('+2 on the same page')).toBeInTheDocument()
    expect(requests.map((url) => url.searchParams.get('limit'))).toEqual(['30'])
    await userEvent.click(
      screen.getByRole('button', { name: 'Mark all 3 as Done: Give 12 product pages a title' }),
    )
    expect(await screen.findByText('Insight Completed')).toBeInTheDocument()
    expect(statusChanges).toEqual([0, 1, 2].map((i) => ({ id: id(i), status: 'done' })))
  })
  it('loads ahead where its links lead, once the list is there', async () => {
    serve()
    const preload = vi.spyOn(screenPreload, 'of')
    openApp('/overview')
    await screen.findByRole('article')
    await waitFor(() => expect(preload).toHaveBeenCalledWith('/opportunities'))
  })
  it('Fix This starts one with a toast', async () => {
    const { statusChanges } = serve()
    openApp('/overview')
    await userEvent.click(await screen.findByRole('button', { name: /^Fix This/ }))
    expect(await screen.findByText('Insight Updated')).toBeInTheDocument()
    expect(screen.getByText('Marked as in progress')).toBeInTheDocument()
    expect(await screen.findByText('In progress')).toBeInTheDocument()
    expect(statusChanges).toEqual([{ id: insight().id, status: 'in_progress' }])
  })
  it('Mark Done finishes one with a toast and removes it from the list', async () => {
    const { statusChanges } = serve()
    openApp('/overview')
    await userEvent.click(await screen.findByRole('button', { name: /^Mark Done/ }))
    expect(await screen.findByText('Insight Completed')).toBeInTheDocument()
    expect(screen.getByText('Marked as done')).toBeInTheDocument()
    expect(statusChanges).toEqual([{ id: insight().id, status: 'done' }])
    expect(await screen.findByText('All caught up')).toBeInTheDocument()
  })
  it('undoes marking as done', async () => {
    const { statusChanges } = serve()
    openApp('/overview')
    await userEvent.click(await screen.findByRole('button', { name: /^Mark Done/ }))
    await inToast('Undo')
    expect(await screen.findByRole('article')).toBeInTheDocument()
    expect(statusChanges.map((move) => move.status)).toEqual(['done', 'open'])
  })
  it('a refused status change shows the server’s message', async () => {
    serve()
    server.use(
      http.patch('*/api/insights', () =>
        problem(409, 'An insight that is done cannot go straight to in_progress.'),
      ),
    )
    openApp('/overview')
    await userEvent.click(await screen.findByRole('button', { name: /^Fix This/ }))
    expect(
      await screen.findByText(
        'Failed to update insight: An insight that is done cannot go straight to in_progress.',
      ),
    ).toBeInTheDocument()
  })
  it('says that nothing was found, once every connection was synced', async () => {
    serve({ insights: [] })
    server.use(answer('/api/integrations', [connected()]))
    openApp('/overview')
    expect(await screen.findByText('Nothing significant found')).toBeInTheDocument()
    const card = await region('Top Opportunities')
    expect(within(card).getByRole('link', { name: 'See the thresholds of each rule' })).toHaveAttribute(
      'href',
      '/settings?tab=tuning',
    )
  })
})

describe('the side of the Overview', () => {
  it('lists the providers in order; one without a connection is not connected', async () => {
    serve()
    server.use(answer('/api/integrations', [{ provider: 'gsc', status: 'connected' }]))
    openApp('/overview')
    const rows = await within(await region('Integrations')).findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Google Analytics 4Not connected',
      'Google Search ConsoleConnected',
      'Google AdsNot connected',
      'Bing Webmaster ToolsNot connected',
      'SemrushNot connected',
    ])
  })
  it('says what matters most about each connection, and leads to the settings', async () => {
    serve()
    server.use(
      answer('/api/integrations', [
        connected({ provider: 'ga4', daysRead: 120 }),
        connected({ lastSyncAt: new Date().toISOString() }),
        connected({ provider: 'gads', status: 'error', lastError: 'The access was withdrawn.' }),
      ]),
    )
    openApp('/overview')
    const card = await region('Integrations')
    await within(card).findByText('Error')
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'Google Analytics 4120 of 480 days readConnected',
      'Google Search ConsoleSynced just nowConnected',
      'Google AdsThe access was withdrawn.Error',
      'Bing Webmaster ToolsNot connected',
      'SemrushNot connected',
    ])
    expect(within(card).getByRole('link', { name: 'Manage Integrations' })).toHaveAttribute(
      'href',
      '/settings?tab=integrations',
    )
  })
  it('says so for a site without activity', async () => {
    serve()
    openApp('/overview')
    const card = await region('Recent Activity')
    expect(await within(card).findByText('No activity yet.')).toBeInTheDocument()
  })
  it('shows the newest activity', async () => {
    serve()
    const entry = { id: '1', kind: 'crawl', text: 'Crawl imported', createdAt: '2026-11-20T09:00:00Z' }
    server.use(answer('/api/activity', [entry]))
    openApp('/overview')
    const card = await region('Recent Activity')
    expect(await within(card).findByText('Crawl imported')).toBeInTheDocument()
  })
})
