import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { connected, integration, run, serveIntegrations } from '@/test/integrations'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Served = Parameters<typeof serveIntegrations>

function open(integrations: Served[0], options: Served[1] = {}, path = '/settings?tab=integrations') {
  const served = serveIntegrations(integrations, options)
  server.use(...served.handlers)
  return { ...served, visited: openApp(path) }
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the sync history', () => {
  it('lists syncs with rows and errors', async () => {
    const failed = run(2, {
      provider: 'ga4',
      kind: 'backfill',
      status: 'failed',
      days: 3,
      error: 'Out of quota.',
    })
    open([connected()], { runs: [run(1), failed] })
    const list = await screen.findByRole('list', { name: 'Runs' })
    const rows = within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
    expect(rows[0]).toMatch(/^Google Search ConsoleLatest days, 16 daily reports, 48,213 rowsDone/)
    expect(rows[1]).toMatch(
      /^Google Analytics 4History, 3 of 16 daily reports, 48,213 rowsFailed.*Out of quota\.$/,
    )
  })
  it('loads the next page', async () => {
    open([connected()])
    server.use(
      http.get('*/api/sites/:id/syncs', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([run(2, { provider: 'gads' })])
          : HttpResponse.json([run(1)], { headers: { Link: '</api/sites/s/syncs?cursor=1>; rel="next"' } }),
      ),
    )
    await press('Load more')
    await waitFor(() => expect(screen.getAllByRole('list', { name: 'Runs' })).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
  it('says that there was no sync yet', async () => {
    open([integration()])
    expect(await screen.findByText('No syncs yet')).toBeInTheDocument()
  })
})
