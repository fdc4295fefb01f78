import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { FakeEventSource } from '@/test/event-source'
import { sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { connected, integration, serveIntegrations } from '@/test/integrations'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Served = Parameters<typeof serveIntegrations>

function open(integrations: Served[0], options: Served[1] = {}, path = '/settings?tab=integrations') {
  const served = serveIntegrations(integrations, options)
  server.use(...served.handlers)
  return { ...served, visited: openApp(path) }
}

const card = (name = 'Google Search Console') => screen.findByRole('article', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

const semrush = integration({
  provider: 'semrush',
  name: 'Semrush',
  requiredEnvVars: ['SEMRUSH_API_KEY'],
  missingEnvVars: ['SEMRUSH_API_KEY'],
})

describe('the tabs', () => {
  it('start at Integrations, and stand in the URL', async () => {
    const { visited } = open([integration()], {}, '/settings')
    expect(await screen.findByRole('tab', { name: 'Integrations' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('Integrations, team, billing, and tuning')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('tab', { name: 'Team' }))
    expect(visited.at(-1)).toBe('/settings?tab=team')
    const people = await screen.findByRole('list', { name: 'Team members' })
    expect(people).toHaveTextContent('Ana Lopez (you)ana@example.comJoined Nov 1, 2026Owner')
  })
  it('of the demo leave out what is about people, money and secrets', async () => {
    server.use(...serveIntegrations([integration()]).handlers)
    server.use(answer('/api/auth/user', { ...user, demo: true }))
    openApp('/settings?tab=billing')
    await waitFor(() =>
      expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
        'Integrations',
        'Clients',
        'Notifications',
        'Tuning',
      ]),
    )
    expect(screen.getByRole('tab', { name: 'Integrations' })).toHaveAttribute('aria-selected', 'true')
  })
  it('of a member leave out what only admins may read', async () => {
    server.use(...serveIntegrations([integration()]).handlers)
    server.use(answer('/api/auth/user', { ...user, role: 'member' }))
    openApp('/settings?tab=account')
    await waitFor(() => expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull())
    expect(screen.queryByRole('tab', { name: 'API' })).toBeNull()
    expect(await screen.findByText('ana@example.com')).toBeInTheDocument()
    expect(screen.queryByText('Audit log')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  })
  it('Billing says how much of the trial is left, without a dead button', async () => {
    open([], {}, '/settings?tab=billing')
    const plan = await screen.findByRole('region', { name: 'Current Plan' })
    expect(plan).toHaveTextContent('Free TrialActive14-day free trial12 days left, until Dec 3, 2026.')
    expect(within(plan).queryByRole('button')).toBeNull()
  })
  it('Billing says that a trial ended', async () => {
    server.use(answer('/api/auth/user', { ...user, daysLeft: 0 }))
    server.use(...signedIn().slice(1))
    openApp('/settings?tab=billing')
    expect(await screen.findByText('It ended on Dec 3, 2026.')).toBeInTheDocument()
  })
  it('Billing names a plan in capitals', async () => {
    server.use(answer('/api/auth/user', { ...user, plan: 'both' }), ...signedIn().slice(1))
    openApp('/settings?tab=billing')
    const plan = await screen.findByRole('region', { name: 'Current Plan' })
    expect(plan).toHaveTextContent('BOTHFull access to all features')
  })
})

describe('the cards', () => {
  it('show every provider of the selected site, and PageSpeed after them', async () => {
    open([integration({ provider: 'ga4', name: 'Google Analytics 4' }), integration(), semrush])
    await card('PageSpeed Insights')
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Google Analytics 4',
      'Google Search Console',
      'Semrush',
      'PageSpeed Insights',
    ])
  })
  it('say what is missing before a provider can be connected', async () => {
    open([semrush])
    const one = await card('Semrush')
    expect(one).toHaveTextContent('Not connected')
    expect(one).toHaveTextContent('Last syncNever')
    expect(within(one).getByRole('listitem')).toHaveTextContent('SEMRUSH_API_KEYmissing')
    expect(within(one).getByRole('button', { name: 'Connect Semrush' })).toBeInTheDocument()
    expect(within(one).queryByRole('button', { name: 'Disconnect Semrush' })).toBeNull()
  })
  it('list no missing variable of a working connection', async () => {
    open([{ ...semrush, status: 'connected' }])
    expect(within(await card('Semrush')).getByRole('listitem')).toHaveTextContent(/^SEMRUSH_API_KEY$/)
  })
  it('show the last error only while there is one', async () => {
    const lastError = 'The access was withdrawn. Connect again.'
    open([integration({ status: 'error', lastError }), { ...semrush, status: 'connected', lastError }])
    expect(await card()).toHaveTextContent(lastError)
    expect(await card('Semrush')).not.toHaveTextContent(lastError)
  })
  it('warn when the property does not seem to be the site’s', async () => {
    open([connected({ property: 'sc-domain:other.com', warning: 'This property is of other.com.' })])
    expect(await card()).toHaveTextContent('This property is of other.com.')
  })
  it('show the backfill’s progress, and follow it', async () => {
    const { replace } = open([connected({ daysRead: 120, oldestDay: '2026-07-24', newestDay: '2026-11-20' })])
    const bar = await screen.findByRole('progressbar', { name: 'History of Google Search Console' })
    expect(bar).toHaveAttribute('aria-valuenow', '25')
    expect(await card()).toHaveTextContent('120 of 480 daysJul 24, 2026 – Nov 20, 2026')
    replace([connected({ truncatedDays: 3 })])
    FakeEventSource.send({ kind: 'integrations' })
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: /^History/ })).toBeNull())
    expect(await card()).toHaveTextContent('480 days')
    expect(await card()).toHaveTextContent(
      'On 3 days the provider returned only the rows with the most traffic.',
    )
  })
  it('follow the backfill by the progress of its job', async () => {
    const { replace } = open([connected({ daysRead: 120 })])
    const bar = await screen.findByRole('progressbar', { name: 'History of Google Search Console' })
    replace([connected({ daysRead: 240 })])
    FakeEventSource.send({ kind: 'job', jobId: 'j1', status: 'running', progress: 0.5 })
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '50'))
  })
  it('without a site ask for one', async () => {
    server.use(...signedIn([]))
    openApp('/settings')
    expect(await screen.findByRole('heading', { name: 'No Site Selected' })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to Sites' })).toHaveAttribute('href', '/sites')
  })
  it('say that a demo site is one', async () => {
    open([connected()])
    server.use(answer('/api/sites', [{ ...sites[0], demo: true }]))
    expect(await screen.findByText(/^This is the demo site/)).toBeInTheDocument()
  })
  it('explain each provider under an address of its own', async () => {
    const { visited } = open([integration()])
    await userEvent.click(await screen.findByRole('link', { name: 'Help with Google Search Console' }))
    expect(visited.at(-1)).toBe('/settings?tab=integrations&help=gsc')
    const help = await dialog()
    expect(help.getByRole('heading', { name: 'How to connect Google Search Console' })).toBeInTheDocument()
    expect(help.getByRole('region', { name: 'Read-only' })).toHaveTextContent('webmasters.readonly')
    await userEvent.click(help.getByRole('button', { name: 'Close' }))
    expect(visited.at(-1)).toBe('/settings?tab=integrations')
  })
})

describe('Test and Disconnect', () => {
  it.each([
    [true, 'Test Successful'],
    [false, 'Test Failed'],
  ])('a test with success %s says so in the words of the server', async (success, title) => {
    const { writes } = open([integration()], { result: { success, message: 'So it went.' } })
    await press('Test Google Search Console')
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.getByText('So it went.')).toBeInTheDocument()
    expect(writes).toEqual([{ call: 'gsc test', body: { siteId: sites[0].id } }])
  })
  it('a test that could not be made says so too', async () => {
    open([integration()])
    server.use(http.post('*/api/integrations/gsc/test', () => problem(500, 'The database is away.')))
    await press('Test Google Search Console')
    expect(await screen.findByText('Failed to test integration')).toBeInTheDocument()
    expect(screen.getByText('Test Failed')).toBeInTheDocument()
  })
  it('a disconnect is offered when connected, and reloads the card', async () => {
    const { writes, replace } = open([connected()])
    const button = await screen.findByRole('button', { name: 'Disconnect Google Search Console' })
    replace([integration()])
    await userEvent.click(button)
    expect(await screen.findByText('Integration Disconnected')).toBeInTheDocument()
    expect(writes).toEqual([{ call: 'gsc disconnect', body: { siteId: sites[0].id } }])
    expect(await screen.findByRole('button', { name: 'Connect Google Search Console' })).toBeInTheDocument()
  })
})
