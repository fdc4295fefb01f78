import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { integration } from '@/test/integrations'
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

const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Run Data Refresh' }))

describe('Run Data Refresh', () => {
  it('is not offered to a viewer, nor is any other action', async () => {
    serve()
    server.use(answer('/api/auth/user', { ...user, role: 'viewer' }))
    openApp('/overview')
    expect(await screen.findByRole('heading', { name: 'Integrations' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Quick Actions' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Run Data Refresh' })).toBeNull()
  })
  it('waits for a job of the server, stays busy meanwhile and reads insights and figures again', async () => {
    const { requests } = serve()
    let figures = 0
    let polls = 0
    const job = { id: 'j1', kind: 'recompute', progress: 0, message: '', createdAt: '', updatedAt: '' }
    server.use(
      http.get('*/api/kpis/overview', () => {
        figures++
        return HttpResponse.json(unknownKPIs)
      }),
      http.post('*/api/insights/recompute', ({ request }) => {
        expect(new URL(request.url).searchParams.get('siteId')).toBe(sites[0].id)
        return HttpResponse.json(
          { ...job, status: 'queued' },
          { status: 202, headers: { Location: '/api/jobs/j1' } },
        )
      }),
      http.get('*/api/jobs/j1', () =>
        HttpResponse.json({
          ...job,
          status: polls++ === 0 ? 'running' : 'done',
          message: 'Reading Google Ads',
        }),
      ),
    )
    openApp('/overview')
    await screen.findByRole('article')
    await press()
    await waitFor(() => expect(polls).toBe(1))
    expect(screen.getByRole('button', { name: 'Run Data Refresh' })).toBeDisabled()
    expect(await screen.findByText('Reading Google Ads')).toBeInTheDocument()
    expect(await screen.findByText('Data refresh completed successfully')).toBeInTheDocument()
    expect(screen.getByText('Success')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Run Data Refresh' })).toBeEnabled())
    await waitFor(() => expect([requests.length, figures]).toEqual([2, 2]))
  })
  it('names the providers that failed, and is no success then', async () => {
    serve()
    server.use(
      http.post('*/api/insights/recompute', () => HttpResponse.json({ message: 'Done.' })),
      answer('/api/integrations', [integration({ name: 'Google Search Console', status: 'error' })]),
      answer('/api/integrations/{provider}', integration({ name: 'PageSpeed Insights', status: 'error' })),
    )
    openApp('/overview')
    await press()
    expect(
      await screen.findByText(
        'Google Search Console and PageSpeed Insights could not be synced. The rest is up to date.',
      ),
    ).toBeInTheDocument()
    expect(screen.queryByText('Success')).toBeNull()
  })
  it('says when it failed', async () => {
    serve()
    server.use(http.post('*/api/insights/recompute', () => problem(503, 'The analysis is down.')))
    openApp('/overview')
    await press()
    expect(await screen.findByText('Failed to refresh data')).toBeInTheDocument()
    expect(screen.getByText('Error')).toBeInTheDocument()
  })
})
