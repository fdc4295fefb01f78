import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { property } from '@/test/integrations'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const shopProperty = (n: number) =>
  property({ id: `sc-domain:shop-${n}.example`, domain: `shop-${n}.example`, name: '' })
const known = property({ siteId: sites[0].id })

function open(properties: Schemas['Property'][], skipped: Schemas['AddedSites']['skipped'] = []) {
  const requests: string[][] = []
  server.use(
    answer('/api/integrations/{provider}/properties', properties),
    http.post('*/api/integrations/gsc/sites', async ({ request }) => {
      const body = (await request.json()) as { properties: string[]; timeZone: string }
      expect(body.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
      requests.push(body.properties)
      return HttpResponse.json({ added: [sites[1]], skipped })
    }),
    ...signedIn(),
  )
  openApp('/sites?add=search-console')
  return requests
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Add from Search Console' }))

describe('adding from Search Console', () => {
  it('opens from the Sites page', async () => {
    open([shopProperty(1)])
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Add from Search Console' }))
    expect(await (await dialog()).findByRole('checkbox', { name: /^shop-1\.example/ })).toBeInTheDocument()
  })
  it('selects all that are not sites yet, adds them, and selects the first', async () => {
    const requests = open([known, shopProperty(1), shopProperty(2)])
    const list = await dialog()
    await userEvent.click(await list.findByRole('checkbox', { name: 'Select all new properties (2)' }))
    const site = list.getByRole('checkbox', { name: /^northwindcoffee\.com/ })
    expect(site).toBeDisabled()
    expect(site).not.toBeChecked()
    await userEvent.click(list.getByRole('button', { name: 'Add 2 sites' }))
    expect(await screen.findByText('Site Added')).toBeInTheDocument()
    expect(requests).toEqual([[shopProperty(1).id, shopProperty(2).id]])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('article', { name: 'Alder Mill' })).toHaveTextContent('Active')
  })
  it('keeps the selection during a search', async () => {
    const requests = open([shopProperty(1), shopProperty(2), shopProperty(33)])
    const list = await dialog()
    await userEvent.click(await list.findByRole('checkbox', { name: /^shop-1\./ }))
    await userEvent.type(list.getByRole('searchbox', { name: 'Search properties' }), 'shop-33')
    expect(list.queryByRole('checkbox', { name: /^shop-1\./ })).toBeNull()
    await userEvent.click(list.getByRole('checkbox', { name: /^shop-33\./ }))
    await userEvent.click(list.getByRole('button', { name: 'Add 2 sites' }))
    await waitFor(() => expect(requests).toEqual([[shopProperty(1).id, shopProperty(33).id]]))
  })
  it('lists the skipped ones with reasons', async () => {
    open(
      [shopProperty(1), shopProperty(2)],
      [{ property: shopProperty(2).id, reason: 'You already have a site with this domain.' }],
    )
    const list = await dialog()
    await userEvent.click(await list.findByRole('checkbox', { name: /^Select all/ }))
    await userEvent.click(list.getByRole('button', { name: 'Add 2 sites' }))
    expect(await (await dialog()).findByText('1 property was left out')).toBeInTheDocument()
    expect((await dialog()).getByRole('listitem')).toHaveTextContent(
      'sc-domain:shop-2.exampleYou already have a site with this domain.',
    )
    await userEvent.click((await dialog()).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('explains that Google is not connected yet, and offers the way', async () => {
    server.use(
      http.get('*/api/integrations/gsc/properties', () =>
        problem(409, 'Nobody has signed in with Google yet.'),
      ),
      answer('/api/auth/user', { ...user, googleSignIn: true }),
      ...signedIn([]),
    )
    openApp('/sites?add=search-console')
    const list = await dialog()
    expect(await list.findByText('Nobody has signed in with Google yet.')).toBeInTheDocument()
    expect(list.getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/integrations/google/authorize?provider=gsc',
    )
  })
  it('reloads the list on request', async () => {
    open([])
    const list = await dialog()
    expect(await list.findByText(/has no Search Console properties/)).toBeInTheDocument()
    server.use(answer('/api/integrations/{provider}/properties', [shopProperty(1)]))
    await userEvent.click(list.getByRole('button', { name: 'Refresh' }))
    expect(await list.findByRole('checkbox', { name: /^shop-1\./ })).toBeInTheDocument()
  })
})
