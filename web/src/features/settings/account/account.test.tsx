import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { billing, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const entry = {
  id: '11111111-1111-4111-8111-111111111111',
  createdAt: '2026-11-21T09:00:00Z',
  actor: 'Nightly export',
  token: true,
  action: 'createSite',
  text: 'Added a site: Shop (shop.example)',
  objectId: '',
  address: '192.0.2.7',
}

function open() {
  server.use(answer('/api/audit', [entry], { 'X-Total-Count': '1' }), ...signedIn())
  return openApp('/settings?tab=account')
}

afterEach(() => vi.restoreAllMocks())

describe('the account tab', () => {
  it('offers the data export and shows the audit log', async () => {
    open()
    expect(await screen.findByRole('link', { name: 'Export all data' })).toHaveAttribute(
      'href',
      '/api/account/export',
    )
    const row = (await screen.findByText('Added a site: Shop (shop.example)')).closest('tr')!
    expect(within(row).getByText('Nightly export')).toBeInTheDocument()
    expect(within(row).getByText('API token')).toBeInTheDocument()
    expect(within(row).getByText('192.0.2.7')).toBeInTheDocument()
  })
  it('deletes the account once its address was typed', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
    open()
    const requests: unknown[] = []
    server.use(
      http.delete('*/api/account', async ({ request }) => {
        requests.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Your plan is canceled immediately/)).toBeInTheDocument()
    const confirm = dialog.getByRole('button', { name: 'Delete account' })
    expect(confirm).toBeDisabled()
    await userEvent.type(dialog.getByLabelText(`Type ${user.email} to confirm`), user.email)
    await userEvent.click(confirm)
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
    expect(requests).toEqual([{ confirm: user.email }])
  })
  it('says why the account was not deleted', async () => {
    open()
    server.use(http.delete('*/api/account', () => problem(400, 'This is not the address.', 'confirm')))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(`Type ${user.email} to confirm`), user.email)
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }))
    expect(await dialog.findByText('This is not the address.')).toBeInTheDocument()
  })
})

describe('a feature outside the plan', () => {
  const lacking = {
    ...billing,
    plan: 'seo',
    features: [
      { id: 'ads', source: 'gads', has: false, partOf: 'Part of the Ads and Complete plans', why: 'No.' },
      { id: 'search_console', source: 'gsc', has: true, partOf: 'Part of the SEO and Complete plans', why: '' },
    ],
  }
  it('is named where it would be, with a link to the plans', async () => {
    server.use(answer('/api/billing', lacking), ...signedIn([]))
    openApp('/ads')
    expect(await screen.findByText(/^Part of the Ads and Complete plans. Data synced/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscribe')
  })
  it('is not named if the plan includes it', async () => {
    server.use(answer('/api/billing', lacking), ...signedIn([]))
    openApp('/seo')
    expect(await screen.findByText('Add a site first')).toBeInTheDocument()
    expect(screen.queryByText(/^Part of/)).not.toBeInTheDocument()
  })
  it('says once that syncs stop after the trial', async () => {
    const paused = 'Syncing is paused: your free trial has ended.'
    server.use(answer('/api/billing', { ...lacking, paused }), ...signedIn([]))
    openApp('/ads')
    expect(await screen.findByText('Add a site first')).toBeInTheDocument()
    expect(screen.queryByText(/^Part of/)).not.toBeInTheDocument()
  })
})
