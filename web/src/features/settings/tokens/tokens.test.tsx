import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '@/api/tokens'
import { FakeEventSource } from '@/test/event-source'
import { problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const token: Token = {
  id: '0190b6a0-0000-7000-8000-0000000000d1',
  name: 'Weekly dashboard',
  scope: 'read',
  prefix: 'upslope_ABCD',
  createdAt: '2026-11-01T09:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
}
const secret = `upslope_${'A'.repeat(59)}`

/** A server that stores tokens and records its requests. */
function serve(tokens: Token[], refusal: () => Response | undefined = () => undefined) {
  const stored = [...tokens]
  const requests: unknown[] = []
  server.use(
    http.get('*/api/tokens', () => HttpResponse.json(stored)),
    http.post('*/api/tokens', async ({ request }) => {
      const body = (await request.json()) as Partial<Token>
      requests.push(body)
      const refusalResponse = refusal()
      if (refusalResponse) return refusalResponse
      stored.unshift({ ...token, ...body, id: crypto.randomUUID() })
      return HttpResponse.json({ id: stored[0]!.id, token: secret }, { status: 201 })
    }),
    http.delete('*/api/tokens/:id', ({ params }) => {
      const at = stored.findIndex((one) => one.id === params.id)
      if (at < 0) return problem(404, 'This token does not exist.')
      stored.splice(at, 1)
      return new HttpResponse(null, { status: 204 })
    }),
    ...signedIn(),
  )
  openApp('/settings?tab=api')
  return { requests, stored }
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const submit = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create token' }))
const rows = async () =>
  within(await screen.findByRole('list', { name: 'API tokens' })).getAllByRole('listitem')

let copied: string[]
beforeEach(() => {
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})

describe('API tokens', () => {
  it('are explained while there are none, with a way to begin', async () => {
    serve([])
    expect(await screen.findByText('No API tokens yet')).toBeInTheDocument()
    expect(screen.getByText(/Use a token to connect a spreadsheet/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Read the API documentation' })).toHaveAttribute(
      'href',
      '/api/docs',
    )
    await press('Copy the example')
    expect(copied).toEqual([`curl -H "Authorization: Bearer $UPSLOPE_TOKEN" ${location.origin}/api/sites`])
  })
  it('say what they may do, when they were used and until when they last', async () => {
    serve([
      { ...token, scope: 'write', lastUsedAt: '2026-11-02T09:00:00Z', expiresAt: '2099-01-31T09:00:00Z' },
      { ...token, id: token.id.replace('d1', 'd2'), name: 'Old', expiresAt: '2020-01-31T09:00:00Z' },
    ])
    const [first, second] = await rows()
    expect(first).toHaveTextContent(
      /Weekly dashboardupslope_ABCD….*Last used.*Expires Jan 31, 2099.*Read and write/,
    )
    expect(second).toHaveTextContent(/Old.*Never used.*Expired Jan 31, 2020.*Expired.*Read only/)
  })
  it('are read-only and valid for 90 days by default, and shown once', async () => {
    const { requests } = serve([token])
    await press('Create token')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Export')
    await submit()
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy your token' }))
    expect(requests).toEqual([{ name: 'Export', scope: 'read', expiresInDays: 90 }])
    expect(dialog.getByText(secret)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Copy the token' }))
    expect(copied).toEqual([secret])
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(await rows()).toHaveLength(2)
    expect(screen.queryByText(secret)).toBeNull()
  })
  it('can write and never expire by choice', async () => {
    const { requests } = serve([token])
    await press('Create token')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Import')
    await press(/It may/)
    await userEvent.click(await screen.findByRole('option', { name: 'Read and write' }))
    expect(screen.getByText(/Can’t pay, create tokens or delete the account/)).toBeInTheDocument()
    await press(/Expires after/)
    await userEvent.click(await screen.findByRole('option', { name: 'Never' }))
    await submit()
    await screen.findByRole('dialog', { name: 'Copy your token' })
    expect(requests).toEqual([{ name: 'Import', scope: 'write' }])
  })
  it('show an error at the name or below the form', async () => {
    let refusal = problem(400, 'Give the token a name.', 'name')
    serve([token], () => refusal)
    await press('Create token')
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Create token' }),
    )
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      /Give the token a name\./,
    )
    refusal = problem(409, 'You have 50 API tokens, which is as many as there can be.')
    await submit()
    expect(await screen.findByText(/You have 50 API tokens/)).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Name' })).not.toHaveAccessibleDescription(/Give the token/)
  })
  it('are revoked after a confirmation', async () => {
    const { stored } = serve([token])
    await press('Revoke Weekly dashboard')
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke the token?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(stored).toHaveLength(1)
    await press('Revoke Weekly dashboard')
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Revoke the token?' })).getByRole('button', {
        name: 'Revoke',
      }),
    )
    expect(await screen.findByText('No API tokens yet')).toBeInTheDocument()
  })
  it('created elsewhere appear by themselves', async () => {
    const { stored } = serve([token])
    expect(await rows()).toHaveLength(1)
    stored.unshift({ ...token, id: crypto.randomUUID(), name: 'Made elsewhere' })
    FakeEventSource.send({ kind: 'tokens' })
    expect(await screen.findByText('Made elsewhere')).toBeInTheDocument()
  })
})
