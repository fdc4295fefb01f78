import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { count, issue } from '@/test/crawls'
import { insight, serveInsights } from '@/test/insights'
import { sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { siteRules } from '@/test/rules'
import { server } from '@/test/server'

/** Signs in with a role; returns the reads that the role may not make. */
function signIn(role: 'client' | 'viewer', forbidden: readonly string[]) {
  const refused: string[] = []
  server.use(
    ...forbidden.map((path) =>
      http.get(`*${path}`, () => {
        refused.push(path)
        return problem(403, 'Your role cannot do this.')
      }),
    ),
    answer('/api/auth/user', { ...user, role }),
    answer('/api/insights', [insight()]),
    answer('/api/kpis/overview', {}),
    ...signedIn(sites),
  )
  return refused
}

const ofOthers = ['/api/portfolio', '/api/activity', '/api/integrations', '/api/billing', '/api/members']

describe('a client', () => {
  it('opens the list of one site, without actions and without asking for what is not theirs', async () => {
    const refused = signIn('client', ofOthers)
    openApp('/opportunities?scope=all')
    expect(await screen.findByRole('button', { name: insight().title })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'All sites' })).toBeNull()
    const menu = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Overview',
      'Opportunities',
      'Reports',
      'Settings',
    ])
    expect(refused).toEqual([])
  })
  it('is led from a screen of the agency to the Overview', async () => {
    signIn('client', ofOthers)
    const history = openApp('/seo')
    await waitFor(() => expect(history.at(-1)).toBe('/overview'))
  })
})

describe('a viewer', () => {
  it('is offered no change, and billing is not asked for', async () => {
    const refused = signIn('viewer', ['/api/billing'])
    openApp('/sites')
    expect(await screen.findByRole('article', { name: sites[0]!.name })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete) / })).toBeNull()
    expect(refused).toEqual([])
  })
  it('sees crawls and issues without the ways to a new one and to mark them', async () => {
    signIn('viewer', ['/api/billing'])
    server.use(
      answer('/api/technical/sf-issues', [issue(1)]),
      answer('/api/technical/sf-issues/counts', [count()]),
    )
    openApp('/technical?tab=crawler')
    expect(await screen.findByRole('region', { name: 'Crawl history' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: /^(Crawl this site|Upload)/ })).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: /^Actions for/ }))
    const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
    expect(actions).toEqual(['Page details', 'Export Details'])
  })
})

/** Opens the demo: visitors are viewers of its account, without a person behind them. */
function visit() {
  signIn('viewer', ['/api/billing'])
  server.use(answer('/api/auth/user', { ...user, role: 'viewer', demo: true }))
}

describe('a visitor of the demo', () => {
  it('sees at every width that this is a demo', async () => {
    visit()
    server.use(answer('/api/sites', [{ ...sites[0]!, demo: true }]))
    openApp('/seo')
    const switcher = await screen.findByRole('button', { name: /^Site: / })
    expect(within(switcher).getByText('Demo')).toBeVisible()
  })
  it('is offered no change of sites', async () => {
    visit()
    openApp('/sites')
    expect(await screen.findByRole('article', { name: sites[0]!.name })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete) / })).toBeNull()
  })
  it('reads an opportunity and is invited to the trial in place of its actions', async () => {
    visit()
    server.use(...serveInsights([insight()]).handlers)
    openApp(`/opportunities?o=${insight().id}`)
    const sheet = await screen.findByRole('dialog')
    const link = await within(sheet).findByRole('link', { name: 'Start your free trial' })
    expect(link).toHaveAttribute('href', '/api/login')
    const step = within(sheet).getByRole('checkbox', { name: 'Step 1 done' })
    expect(step).toBeDisabled()
    expect(step.closest('label')).toHaveAttribute('title', 'This demo is read-only')
    expect(within(sheet).queryByRole('button', { name: /Mark as Done|Snooze|Dismiss|Assign/ })).toBeNull()
  })
  it('previews a report without buttons for a file or a link', async () => {
    visit()
    openApp('/reports')
    const form = await screen.findByRole('region', { name: 'Generate Report' })
    expect(await within(form).findByRole('link', { name: 'Start your free trial' })).toBeInTheDocument()
    expect(within(form).queryByRole('button', { name: /Generate PDF|Create Link/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull()
  })
  it('reads the tuning of the shop, with every field disabled', async () => {
    visit()
    server.use(answer('/api/sites/{id}/rules', siteRules()))
    openApp('/settings?tab=tuning')
    expect(await screen.findByLabelText(/^Target CPA/)).toBeDisabled()
    expect(screen.getByText(/This demo is read-only/)).toBeInTheDocument()
    expect(screen.getByLabelText('Excluded paths')).toBeDisabled()
  })
  it('finds screens and no changes in the command palette', async () => {
    visit()
    openApp('/overview')
    await screen.findByRole('heading', { name: 'Overview' })
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('option', { name: /Plan my hours/ })).toBeInTheDocument()
    expect(screen.queryByRole('option', { name: /Add a site|Upload a crawl|Refresh data/ })).toBeNull()
  })
})

describe('All sites', () => {
  it('stays on Opportunities, and one site leads back to its own list', async () => {
    server.use(answer('/api/insights', [insight()]), answer('/api/kpis/overview', {}), ...signedIn(sites))
    const history = openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: /^Site: / }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'All sites' }))
    await waitFor(() => expect(history.at(-1)).toBe('/opportunities?scope=all'))
  })
})
