import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { FakeEventSource } from '@/test/event-source'
import { sites, user as ana } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { done, serveOpportunities as serve, titles } from '@/test/opportunities'

describe('the three cases', () => {
  it('(a) without connections and insights: the ways to the first data', async () => {
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
    server.use(
      answer('/api/insights/total', { insights: 0, unknown: 0, values: [], expected: [], computing: true }),
    )
    openApp('/opportunities')
    expect(await screen.findByText(/^We’re ranking what was found/)).toBeInTheDocument()
    server.use(...serveInsights([insight()]).handlers)
    FakeEventSource.send({ kind: 'insights' })
    expect(await titles()).toEqual(['Give 12 product pages a title'])
  })
  it('(a) with a crawl that led to nothing: says so', async () => {
    serve([], [], [{ fileName: 'internal_all.csv', importedAt: '2026-11-20T09:00:00Z' }])
    openApp('/opportunities')
    expect(await screen.findByText('We found nothing to fix in internal_all.csv.')).toBeInTheDocument()
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
    expect(await screen.findByText('Nothing to improve found')).toBeInTheDocument()
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
    expect(await screen.findByText('No data yet')).toBeInTheDocument()
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
