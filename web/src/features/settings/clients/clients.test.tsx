import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { billing, sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const branding = { name: '', color: '', linkDomain: '', logo: null }
const acme = {
  id: 'c1',
  name: 'Acme',
  branding: { ...branding, color: '#aa0000' },
  senderName: '',
  currency: '',
  contactEmail: '',
  siteIds: [sites[0].id],
  createdAt: '2026-11-20T09:00:00Z',
}

function open(path: string, clients = [acme], as: object = user) {
  server.use(
    answer('/api/auth/user', as as typeof user),
    answer('/api/clients', clients),
    answer('/api/account/branding', { ...branding, name: 'The Agency' }),
    answer('/api/integrations', []),
    ...signedIn().slice(1),
  )
  openApp(path)
}

describe('clients', () => {
  it('are listed with their sites, and viewers change nothing', async () => {
    open('/settings?tab=clients', [acme], { ...user, role: 'viewer' })
    const list = await screen.findByRole('list', { name: 'Clients' })
    expect(await within(list).findByText('1 site: Northwind Coffee')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit Acme' })).toBeNull()
  })
  it('stay without a plan for clients, and none is added', async () => {
    open('/settings?tab=clients')
    server.use(
      answer('/api/billing', {
        ...billing,
        plan: 'seo',
        features: [
          { id: 'clients', source: 'clients', has: false, partOf: 'Part of the Complete plan', why: '' },
        ],
      }),
    )
    expect(
      await screen.findByText(/^Part of the Complete plan. Clients stay, but none can be added/),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Add client' })).toBeNull()
    expect(await screen.findByRole('button', { name: 'Edit Acme' })).toBeInTheDocument()
  })
  it('are added with their sites, and the preview shows whose name reports bear', async () => {
    const sent: unknown[] = []
    open('/settings?tab=clients', [])
    server.use(
      http.post('*/api/clients', async ({ request }) => {
        sent.push(await request.json())
        return sent.length === 1
          ? problem(409, 'You already have a client with this name.', 'name')
          : HttpResponse.json(acme, { status: 201 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add client' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('The Agency')).toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText('Client name'), 'Globex')
    await userEvent.click(dialog.getByLabelText('Alder Mill'))
    await userEvent.type(dialog.getByLabelText('Name on reports'), 'Globex Corp.')
    expect(dialog.queryByText('The Agency')).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Add client' }))
    expect(await dialog.findByText('You already have a client with this name.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Add client' }))
    expect(await screen.findByText('Client added')).toBeInTheDocument()
    expect(sent[1]).toMatchObject({
      name: 'Globex',
      siteIds: [sites[1].id],
      branding: { name: 'Globex Corp.', color: '' },
    })
  })
  it('filter the sites, and so do tags', async () => {
    server.use(
      answer('/api/sites', [
        { ...sites[0], clientId: 'c1' },
        { ...sites[1], tags: ['Shop'] },
      ]),
    )
    open('/sites')
    server.use(
      answer('/api/sites', [
        { ...sites[0], clientId: 'c1' },
        { ...sites[1], tags: ['Shop'] },
      ]),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Client: All clients' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Acme' }))
    expect(await screen.findByRole('article', { name: 'Northwind Coffee' })).toBeInTheDocument()
    expect(screen.queryByRole('article', { name: 'Alder Mill' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Tag: All tags' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Shop' }))
    expect(await screen.findByText('No site matches this search.')).toBeInTheDocument()
  })
})
