import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeEventSource } from '@/test/event-source'
import { sites, user as ana } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { connected } from '@/test/integrations'
import { unknownKPIs } from '@/test/kpis'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { useSiteCrawls } from './site-crawls'

function serve(known: typeof sites | [] = [sites[0]] as unknown as typeof sites) {
  server.use(
    ...serveInsights([]).handlers,
    answer('/api/kpis/overview', unknownKPIs),
    answer('/api/integrations', []),
    ...signedIn(known),
  )
}

const step = async (name: string) =>
  (await screen.findByRole('heading', { level: 2, name: new RegExp(`${name}$`) })).closest('li')!

beforeEach(() => useSiteCrawls.setState({ bySite: {} }))

describe('a new user', () => {
  it.each(['/overview', '/opportunities', '/technical'])(
    'without a site sees three steps on %s, and no empty tiles',
    async (path) => {
      serve([])
      openApp(path)
      expect(await step('Add your site')).toHaveAttribute('aria-current', 'step')
      expect(screen.queryByText('No data yet')).toBeNull()
      expect(screen.queryByText('Unknown')).toBeNull()
      expect(screen.queryByText('Sample data')).toBeNull()
      expect(screen.queryByRole('region', { name: 'Quick Actions' })).toBeNull()
    },
  )
  it('adds a site by its address alone, and goes on to its data', async () => {
    serve([])
    const added: unknown[] = []
    server.use(
      http.post('*/api/sites', async ({ request }) => {
        added.push(await request.json())
        server.use(...signedIn([sites[0]]))
        return HttpResponse.json(sites[0], { status: 201 })
      }),
    )
    openApp('/overview')
    await userEvent.type(await screen.findByLabelText('Your domain'), 'https://www.northwindcoffee.com/shop')
    await userEvent.click(screen.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByRole('button', { name: 'Crawl this site' })).toBeInTheDocument()
    expect(await step('Get its data')).toHaveAttribute('aria-current', 'step')
    expect(added).toMatchObject([{ name: 'northwindcoffee.com', domain: 'northwindcoffee.com' }])
  })
  it('is told beside the field what is wrong with a domain', async () => {
    serve([])
    server.use(http.post('*/api/sites', () => problem(409, 'You have this site already.', 'domain')))
    openApp('/overview')
    const field = await screen.findByLabelText('Your domain')
    await userEvent.type(field, 'shop')
    await userEvent.click(screen.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByText('Enter a domain, such as example.com')).toBeInTheDocument()
    await userEvent.type(field, '.example')
    await userEvent.click(screen.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByText('You have this site already.')).toBeInTheDocument()
  })
  it('starts a crawl with one click, sees its progress, then the first opportunity', async () => {
    serve()
    let done = false
    server.use(
      http.post('*/api/technical/crawl', () =>
        HttpResponse.json({}, { status: 202, headers: { Location: '/api/jobs/c1' } }),
      ),
      http.get('*/api/jobs/c1', () =>
        HttpResponse.json(
          done
            ? { id: 'c1', status: 'done', progress: 1, message: '', result: { message: '40 pages imported' } }
            : { id: 'c1', status: 'running', progress: 0.4, message: '40 of 100 pages crawled.' },
        ),
      ),
    )
    openApp('/overview')
    await userEvent.click(await screen.findByRole('button', { name: 'Crawl this site' }))
    expect(await screen.findByText('40 of 100 pages crawled.')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Crawl' })).toHaveAttribute('aria-valuenow', '40')
    expect(await step('See your first opportunity')).toHaveAttribute('aria-current', 'step')
    expect(screen.queryByRole('button', { name: 'Crawl this site' })).toBeNull()
    done = true
    server.use(...serveInsights([insight()]).handlers)
    FakeEventSource.send({ kind: 'insights' })
    expect(await screen.findByRole('region', { name: 'Top Opportunities' })).toBeInTheDocument()
  })
  it('sees how far the first sync is', async () => {
    serve()
    server.use(answer('/api/integrations', [connected({ daysRead: 120, daysWanted: 480, lastSyncAt: null })]))
    openApp('/overview')
    const line = await screen.findByRole('progressbar', { name: 'Google Search Console' })
    expect(line).toHaveAttribute('aria-valuenow', '25')
    expect(within(await step('Get its data')).getByText(/120 of 480 days synced/)).toBeInTheDocument()
  })
})

describe('a visitor of the demo', () => {
  const visitor = { ...ana, id: '', email: '', demo: true, role: 'viewer', plan: 'both', accounts: [] }
  it('sees how far the demo is, is invited to a trial, and receives no events', async () => {
    serve([])
    server.use(
      answer('/api/auth/user', visitor),
      answer('/api/jobs/{id}', { id: 'd1', status: 'running', progress: 0.5, message: 'Reading Google Ads.' }),
    )
    FakeEventSource.open = []
    openApp('/overview?preparing=d1')
    expect(await screen.findByRole('heading', { name: 'Preparing the demo' })).toBeInTheDocument()
    expect(await screen.findByText('Reading Google Ads.')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Demo' })).toHaveTextContent('Read-only')
    expect(screen.getByRole('link', { name: 'Start your free trial' })).toHaveAttribute('href', '/api/login')
    expect(screen.queryByText('Account of')).toBeNull()
    expect(FakeEventSource.open).toEqual([])
    server.use(answer('/api/jobs/{id}', { id: 'd1', status: 'done', progress: 1, message: '', result: {} }))
    // The interval of polls is longer than the usual wait.
    await waitFor(() => expect(screen.queryByText('Reading Google Ads.')).toBeNull())
  })
})
