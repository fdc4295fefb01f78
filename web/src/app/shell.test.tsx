import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { refresh } from '@/api/core/resource'
import { user, sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { renderWithData } from '@/test/render'
import { server } from '@/test/server'
import { initialsOf } from '@/ui/avatar'
import { nameOf } from './user-menu'
import { App } from './app'

function open(path: string) {
  const { hook, history } = memoryLocation({ path, record: true })
  renderWithData(
    <Router hook={hook}>
      <App />
    </Router>,
  )
  return history
}

describe('data that the server remembers', () => {
  it('has its age on screen while the origin is away, and no longer', async () => {
    const old = { 'X-Age': '300', 'X-Stale': 'true', 'X-Version': '7' }
    server.use(answer('/api/sites', sites, old), ...signedIn())
    open('/sites')
    expect(await screen.findByText(/Showing data from 5 minutes ago/)).toHaveTextContent(
      'The connection to our servers is interrupted',
    )
    server.use(answer('/api/sites', sites, { 'X-Age': '0', 'X-Version': '7' }))
    await act(() => refresh('/api/sites'))
    await waitFor(() => expect(screen.queryByText(/Showing data from/)).not.toBeInTheDocument())
  })
})

describe('the site switcher', () => {
  it('says that sites are loading', async () => {
    server.use(
      http.get('*/api/sites', async () => {
        await delay(50)
        return HttpResponse.json(sites)
      }),
      ...signedIn(),
    )
    open('/sites')
    expect(screen.getByText('Loading sites...')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Site: Northwind Coffee' })).toBeInTheDocument()
  })
  it('links to the sites screen when there is none', async () => {
    server.use(...signedIn([]))
    open('/sites')
    expect(await screen.findByRole('link', { name: 'Add Site' })).toHaveAttribute('href', '/sites')
    expect(localStorage.getItem('selectedSiteId')).toBeNull()
  })
  it('lists every site with its domain, marks the selected one and remembers another choice', async () => {
    server.use(...signedIn())
    open('/sites')
    await userEvent.click(await screen.findByRole('button', { name: 'Site: Northwind Coffee' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'All sites',
      'NNorthwind Coffeenorthwindcoffee.comActive',
      'AAlder Millaldermill.co',
      'Manage Sites',
    ])
    expect(items[3]).toHaveAttribute('href', '/sites')
    await userEvent.click(items[2]!)
    expect(await screen.findByRole('button', { name: 'Site: Alder Mill' })).toBeInTheDocument()
    expect(localStorage.getItem('selectedSiteId')).toBe(sites[1].id)
  })
  it('says which site shows demo data', async () => {
    server.use(...signedIn([{ ...sites[0], demo: true }]))
    open('/sites')
    const button = await screen.findByRole('button', { name: /^Site: Northwind Coffee/ })
    expect(button).toHaveTextContent('Demo data')
    await userEvent.click(button)
    expect((await screen.findAllByRole('menuitem'))[0]).toHaveTextContent('Demo data')
    expect(await screen.findByRole('article', { name: 'Northwind Coffee' })).toHaveTextContent('Demo data')
  })
  it('is searched by name or domain from nine sites on', async () => {
    const many = Array.from({ length: 9 }, (_, i) => ({
      ...sites[1],
      id: `site-${i}`,
      name: `Shop ${i}`,
      domain: `shop-${i}.example`,
    }))
    server.use(...signedIn(many))
    open('/sites')
    const button = await screen.findByRole('button', { name: 'Site: Shop 0' })
    await userEvent.click(button)
    const panel = within(await screen.findByRole('region', { name: 'Sites' }))
    expect(panel.getByRole('searchbox', { name: 'Search sites' })).toHaveFocus()
    expect(panel.getAllByRole('listitem')).toHaveLength(10)
    await userEvent.keyboard('SHOP-7')
    expect(panel.getAllByRole('listitem')).toHaveLength(1)
    expect(panel.getByRole('link', { name: 'Manage Sites' })).toHaveAttribute('href', '/sites')
    await userEvent.click(panel.getByRole('button', { name: /Shop 7/ }))
    expect(await screen.findByRole('button', { name: 'Site: Shop 7' })).toHaveFocus()
    expect(localStorage.getItem('selectedSiteId')).toBe('site-7')

    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('shop-3{Enter}')
    expect(await screen.findByRole('button', { name: 'Site: Shop 3' })).toHaveFocus()
  })
  it('starts at the remembered site while it exists, else at the first', async () => {
    const { selectSite } = await import('@/api/selected-site')
    selectSite(sites[1].id)
    server.use(...signedIn())
    open('/sites')
    expect(await screen.findByRole('button', { name: 'Site: Alder Mill' })).toBeInTheDocument()
    selectSite('gone')
    expect(await screen.findByRole('button', { name: 'Site: Northwind Coffee' })).toBeInTheDocument()
  })
})

describe('the shell', () => {
  it('shows the user, the trial and the environment', async () => {
    server.use(...signedIn())
    open('/sites')
    expect(await screen.findByRole('button', { name: 'Account of Ana Lopez' })).toHaveTextContent('AL')
    expect(screen.getByText('12 days left')).toBeInTheDocument()
    expect(screen.getByRole('meter', { name: 'Trial left' })).toHaveAttribute('aria-valuenow', '85')
    expect(screen.getByText('Dev latest')).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Sites · Upslope'))
  })
  it('has neither trial nor badge for a paying user in production', async () => {
    server.use(answer('/api/auth/user', { ...user, plan: 'both', environment: 'production' }), ...signedIn())
    open('/sites')
    await screen.findByRole('button', { name: /Account/ })
    expect(screen.queryByRole('meter')).toBeNull()
    expect(screen.queryByText('Dev latest')).toBeNull()
  })
  it('counts / as Overview in the menu', async () => {
    server.use(
      ...signedIn([]),
      http.get('*/api/*', () => HttpResponse.json([])),
    )
    open('/')
    const menu = screen.getByRole('navigation', { name: 'Main' })
    expect(within(menu).getByRole('link', { current: 'page' })).toHaveTextContent('Overview')
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Overview', 'Opportunities', 'SEO', 'Ads', 'Technical', 'Reports', 'Sites', 'Settings'])
  })
  it('marks activity as unread until the notifications are opened', async () => {
    server.use(
      answer('/api/activity', [
        {
          id: '1',
          siteId: sites[0].id,
          kind: 'import',
          text: '4,175 pages read',
          createdAt: '2026-11-21T09:00:00Z',
        },
      ]),
      ...signedIn(),
    )
    open('/sites')
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, unread' }))
    expect(await screen.findByText(/^Northwind Coffee · /)).toBeInTheDocument()
    expect(await screen.findByText('4,175 pages read')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument()
    expect(screen.queryByTestId('unread-dot')).toBeNull()
  })
  it('has one line for what happened to several sites in a row', async () => {
    const entry = { kind: 'import', text: '12 pages read', createdAt: '2026-11-21T09:00:00Z' }
    server.use(
      answer('/api/activity', [
        { ...entry, id: '1', siteId: sites[0].id },
        { ...entry, id: '2', siteId: sites[1]!.id },
        { ...entry, id: '3', siteId: sites[0].id, text: '13 pages read' },
      ]),
      ...signedIn(),
    )
    open('/sites')
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, unread' }))
    expect(await screen.findByText(/^Northwind Coffee and 1 other site · /)).toBeInTheDocument()
    expect(screen.getAllByText('12 pages read')).toHaveLength(1)
    expect(screen.getByText('13 pages read')).toBeInTheDocument()
  })
  it('clears the selected site at sign-out and leaves for the landing page', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    server.use(
      ...signedIn(),
      http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })),
    )
    open('/sites')
    await screen.findByRole('button', { name: 'Site: Northwind Coffee' })
    expect(localStorage.getItem('selectedSiteId')).toBe(sites[0].id)
    await userEvent.click(screen.getByRole('button', { name: /Account/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem('selectedSiteId')).toBeNull()
  })
  it('shows what the server says when the user cannot be read', async () => {
    server.use(
      http.get('*/api/auth/user', () => problem(503, 'The database is restarting.')),
      ...signedIn(),
    )
    open('/sites')
    expect(await screen.findByText('The database is restarting.')).toBeInTheDocument()
  })
  it('names a user without names User, with the initial U', () => {
    expect(nameOf({ firstName: '', lastName: '' })).toBe('User')
    expect(initialsOf({ firstName: '', lastName: '' })).toBe('U')
  })
})

describe('an address that leads nowhere', () => {
  it('has its own page, with a way back and a way home', async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => {})
    open('/nowhere')
    expect(await screen.findByRole('heading', { name: /Page Not Found/ })).toBeInTheDocument()
    expect(screen.getByText("The page you're looking for doesn't exist or has been moved.")).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/overview')
    await userEvent.click(screen.getByRole('button', { name: 'Go Back' }))
    expect(back).toHaveBeenCalledOnce()
  })
})
