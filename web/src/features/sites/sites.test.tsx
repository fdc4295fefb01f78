import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { describe, expect, it } from 'vitest'
import { sites as fixtures } from '@/test/fixtures'
import { problem } from '@/test/handlers'
import { renderWithData } from '@/test/render'
import { server } from '@/test/server'
import { browserCurrency } from '@/lib/locale'
import { parseSite } from './site-schema'
import { Sites } from './sites'

/** A server that stores sites; returns the writes it received. */
function serveSites(initial: readonly object[] = fixtures) {
  let list = [...initial]
  const writes: { method: string; body: unknown }[] = []
  server.use(
    http.get('*/api/sites', () => HttpResponse.json(list as JsonBodyType)),
    http.post('*/api/sites', async ({ request }) => {
      const body = (await request.json()) as object
      writes.push({ method: 'POST', body })
      const added = { id: 'new', createdAt: '2026-11-21T09:00:00Z', tags: [], ...body }
      list = [...list, added]
      return HttpResponse.json(added as JsonBodyType, { status: 201 })
    }),
    http.patch('*/api/sites/:id', async ({ request }) => {
      const body = (await request.json()) as object
      writes.push({ method: 'PATCH', body })
      list = list.map((site, i) => (i === 0 ? { ...site, ...body } : site))
      return HttpResponse.json(list[0] as JsonBodyType)
    }),
    http.delete('*/api/sites/:id', () => {
      writes.push({ method: 'DELETE', body: null })
      list = list.slice(1)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return writes
}

async function openForm(button: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

describe('adding a site', () => {
  it('trims, lower-cases, leaves out an empty property id, and says so', async () => {
    const writes = serveSites([])
    renderWithData(<Sites />)
    expect(await screen.findByText('No sites yet')).toBeInTheDocument()
    const form = await openForm('Add Your First Site')
    expect(form.getByText('Enter without http:// or www.')).toBeInTheDocument()
    await userEvent.type(form.getByLabelText('Site Name'), '  Northwind  ')
    await userEvent.type(form.getByLabelText('Domain'), ' NorthwindCoffee.com ')
    await userEvent.click(form.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByText('Site Added')).toBeInTheDocument()
    expect(screen.getByText('Your site has been added successfully.')).toBeInTheDocument()
    expect(writes).toEqual([
      {
        method: 'POST',
        body: {
          name: 'Northwind',
          domain: 'northwindcoffee.com',
          currency: browserCurrency(),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
    ])
    expect(await screen.findByRole('article', { name: 'Northwind' })).toHaveTextContent('Active')
  })
  it('leads on to where the data of the new site come from', async () => {
    serveSites([])
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.type(form.getByLabelText('Domain'), 'shop.example{Enter}')
    const next = await screen.findByRole('button', { name: 'Add its data' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(next)
    expect(location.pathname).toBe('/overview')
  })
  it('chooses the new site, and the name of another chooses that one', async () => {
    serveSites()
    renderWithData(<Sites />)
    const form = await openForm('Add Site')
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.type(form.getByLabelText('Domain'), 'shop.example')
    await userEvent.click(form.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByRole('article', { name: 'Shop' })).toHaveTextContent('Active')
    const other = await screen.findByRole('link', { name: 'Northwind Coffee' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(other)
    expect(screen.getByRole('article', { name: 'Northwind Coffee' })).toHaveTextContent('Active')
    expect(location.pathname).toBe('/overview')
  })
  it('starts at once where the address asks for it, and forgets that on closing', async () => {
    history.replaceState(null, '', '/sites?add=1')
    serveSites([])
    renderWithData(<Sites />)
    const form = within(await screen.findByRole('dialog'))
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    expect(location.search).toBe('')
  })
  it('tells mistakes before sending', async () => {
    const writes = serveSites([])
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.type(form.getByLabelText(/GA4/), 'G-123')
    await userEvent.click(form.getByRole('button', { name: 'Add Site' }))
    expect(form.getByText('Site name is required')).toBeInTheDocument()
    expect(form.getByText('Domain is required')).toBeInTheDocument()
    expect(form.getByText('GA4 Property ID must be numeric')).toBeInTheDocument()
    expect(form.getByLabelText('Site Name')).toHaveFocus()
    expect(form.getByLabelText('Domain')).toHaveAccessibleDescription(/Domain is required/)
    expect(writes).toEqual([])
  })
  it('keeps the domain of a pasted web address, and says so', async () => {
    const writes = serveSites([])
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.click(form.getByLabelText('Domain'))
    await userEvent.paste('https://www.Example.com/shop?a=1#top')
    expect(form.getByLabelText('Domain')).toHaveValue('example.com')
    expect(form.getByText('Kept example.com of the address.')).toBeInTheDocument()
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.clear(form.getByLabelText('Domain'))
    await userEvent.type(form.getByLabelText('Domain'), 'http://blog.example.com:8080/{Enter}')
    await waitFor(() => expect(writes).toHaveLength(1))
    expect(writes[0]!.body).toMatchObject({ domain: 'blog.example.com' })
  })
  it.each([
    'not a domain',
    'https://localhost/',
    'https://ana@example.com/',
    'ftp://example.com',
    '10.0.0.1/x',
  ])('refuses %s, which has no domain to keep', async (address) => {
    serveSites([])
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.type(form.getByLabelText('Domain'), `${address}{Enter}`)
    expect(await form.findByText('Invalid domain format')).toBeInTheDocument()
  })
  it('keeps the form and shows the server’s sentence when it is refused', async () => {
    serveSites([])
    server.use(
      http.post('*/api/sites', () => problem(409, 'You already have a site with this domain.', 'domain')),
    )
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.type(form.getByLabelText('Domain'), 'shop.example')
    await userEvent.click(form.getByRole('button', { name: 'Add Site' }))
    expect(await screen.findByText('Failed to Add Site')).toBeInTheDocument()
    expect(screen.getAllByText('You already have a site with this domain.')).not.toHaveLength(0)
    expect(form.getByLabelText('Domain')).toHaveValue('shop.example')
  })
  it('starts empty again after a cancel', async () => {
    serveSites([])
    renderWithData(<Sites />)
    const form = await openForm('Add Your First Site')
    await userEvent.type(form.getByLabelText('Site Name'), 'Shop')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await openForm('Add Your First Site')
    expect(again.getByLabelText('Site Name')).toHaveValue('')
  })
})

describe('editing a site', () => {
  it('sends the changed fields only, and null for a cleared property id', async () => {
    const writes = serveSites()
    renderWithData(<Sites />)
    const form = await openForm('Edit Northwind Coffee')
    await userEvent.clear(form.getByLabelText(/GA4/))
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Your site has been updated successfully.')).toBeInTheDocument()
    expect(writes).toEqual([{ method: 'PATCH', body: { ga4PropertyId: null } }])
  })
  it('can leave subdomains to sites of their own', async () => {
    const writes = serveSites()
    renderWithData(<Sites />)
    const form = await openForm('Edit Northwind Coffee')
    await userEvent.click(form.getByRole('checkbox', { name: /Include subdomains/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(writes).toEqual([{ method: 'PATCH', body: { includeSubdomains: false } }]))
  })
  it('makes no call and just closes when nothing changed', async () => {
    const writes = serveSites()
    renderWithData(<Sites />)
    const form = await openForm('Edit Northwind Coffee')
    await userEvent.click(form.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes).toEqual([])
    expect(screen.queryByText('Site Updated')).toBeNull()
  })
})

describe('many sites', () => {
  it('are searched by name or domain', async () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ ...fixtures[0], id: `site-${i}`, name: `Shop ${i}` }))
    serveSites(many)
    renderWithData(<Sites />)
    expect(await screen.findAllByRole('article')).toHaveLength(9)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search sites' }), 'SHOP 7')
    expect(screen.getAllByRole('article')).toHaveLength(1)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search sites' }), 'x')
    expect(screen.getByText('No site matches this search.')).toBeInTheDocument()
  })
})

describe('deleting a site', () => {
  it('asks first, then deletes', async () => {
    const writes = serveSites()
    renderWithData(<Sites />)
    const form = await openForm('Delete Northwind Coffee')
    expect(
      form.getByText(
        'Are you sure you want to delete the site? This action cannot be undone and will remove all associated integrations and data.',
      ),
    ).toBeInTheDocument()
    expect(writes).toEqual([])
    await userEvent.click(form.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Your site has been deleted successfully.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Northwind Coffee' })).toBeNull())
  })
})

describe('the rules of a site', () => {
  const good = {
    name: 'Shop',
    domain: 'shop.example',
    ga4PropertyId: '',
    currency: 'EUR',
    timeZone: 'UTC',
    includeSubdomains: true,
    clientId: '',
    tags: [] as string[],
  }
  it.each([
    'example.com',
    'a.b.example.co.uk',
    'münchen.de',
    'xn--mnchen-3ya.de',
    `${'a'.repeat(63)}.com`,
    '1-2.io',
    '例え.jp',
  ])('accept the domain %s', (domain) => {
    expect(parseSite({ ...good, domain })).toHaveProperty('site')
  })
  it.each([
    'example',
    'https://example.com',
    'example.com/path',
    'exa mple.com',
    '-a.com',
    'a-.com',
    'a..com',
    `${'a'.repeat(64)}.com`,
    '127.0.0.1',
    'user@example.com',
    'example.com:8080',
    'exämple.com/x',
    'under_score.com',
  ])('refuse the domain %s', (domain) => {
    expect(parseSite({ ...good, domain })).toEqual({ errors: { domain: 'Invalid domain format' } })
  })
  it.each([
    ['WWW.Example.com', 'example.com'],
    ['www.www.example.com', 'www.example.com'],
    ['www.com', 'www.com'],
  ])('know the domain %s as %s', (domain, known) => {
    expect(parseSite({ ...good, domain })).toMatchObject({ site: { domain: known } })
  })
  it.each([
    [{ name: ' ' }, { name: 'Site name is required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Site name is too long' }],
    [{ domain: ' ' }, { domain: 'Domain is required' }],
    [{ ga4PropertyId: '12a' }, { ga4PropertyId: 'GA4 Property ID must be numeric' }],
  ])('refuse %o', (fields, errors) => {
    expect(parseSite({ ...good, ...fields })).toEqual({ errors })
  })
  it('count a name of 100 characters as people count them', () => {
    expect(parseSite({ ...good, name: '🦊'.repeat(100), ga4PropertyId: ' 42 ' })).toMatchObject({
      site: { ga4PropertyId: '42' },
    })
  })
  it('start at the currency of the browser’s region', () => {
    expect([browserCurrency('de-DE'), browserCurrency('en-GB'), browserCurrency('en')]).toEqual([
      'EUR',
      'GBP',
      'USD',
    ])
  })
})
