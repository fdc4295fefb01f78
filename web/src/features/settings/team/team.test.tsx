import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { billing, sites, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const person = {
  firstName: '',
  lastName: '',
  profileImageUrl: '',
  siteIds: [],
  clientIds: [],
  joinedAt: '2026-11-01T09:00:00Z',
}
const ana = { ...person, id: user.id, email: user.email, firstName: 'Ana', role: 'owner' }
const bo = { ...person, id: 'b1', email: 'bo@example.com', firstName: 'Bo', role: 'member' }
const invitation = {
  id: 'i1',
  email: 'cy@example.com',
  role: 'client',
  siteIds: [],
  clientIds: [],
  invitedBy: user.email,
  createdAt: '2026-11-20T09:00:00Z',
  expiresAt: '2099-11-27T09:00:00Z',
}
const sent = { invitation, acceptUrl: 'https://app.example.com/invite/secret', mailed: false }

function open(as: object = user) {
  server.use(
    answer('/api/auth/user', as as typeof user),
    answer('/api/members', [ana, bo]),
    answer('/api/invitations', [invitation]),
    answer('/api/integrations', []),
    ...signedIn().slice(1),
  )
  openApp('/settings?tab=team')
}

const row = async (name: RegExp) =>
  within((await screen.findAllByRole('listitem')).find((item) => name.test(item.textContent))!)

/** Asks to remove Bo, who has open steps, and thinks better of it. */
const askAndCancel = async (steps: number) => {
  server.use(answer('/api/members/{id}/work', { opportunities: 0, steps }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Bo' }))
  const said = (await screen.findByText(/open work/)).textContent
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  return said
}

describe('the team', () => {
  it('shows who may do what, and who is invited', async () => {
    open()
    expect(await screen.findByRole('button', { name: 'Role of Bo: Member' })).toBeInTheDocument()
    expect((await row(/^.?Ana/)).queryByRole('button')).toBeNull()
    expect(await screen.findByRole('list', { name: 'Invitations' })).toHaveTextContent('cy@example.com')
  })
  it('changes a role, and asks before it passes the ownership on', async () => {
    const edits: unknown[] = []
    open()
    server.use(
      http.patch('*/api/members/b1', async ({ request }) => {
        edits.push(await request.json())
        return HttpResponse.json(bo)
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Role of Bo: Member' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
    expect(await screen.findByText('Role changed')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Role of Bo: Member' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Owner' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer ownership' }))
    expect(await screen.findByText('Ownership transferred')).toBeInTheDocument()
    expect(edits).toEqual([{ role: 'admin' }, { role: 'owner' }])
  })
  it('invites a client to chosen sites, and shows the link this once', async () => {
    const bodies: unknown[] = []
    open()
    server.use(
      http.post('*/api/invitations', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(sent, { status: 201 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }))
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    await userEvent.keyboard('cy@example.com')
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: /^Role/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Client' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: sites[0].name }))
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('https://app.example.com/invite/secret')).toBeInTheDocument()
    expect(bodies).toEqual([{ email: 'cy@example.com', role: 'client', siteIds: [sites[0].id], clientIds: [] }])
  })
  it('says what open work a member has before it removes them, and hands it over', async () => {
    const removed: string[] = []
    open()
    server.use(
      answer('/api/members/{id}/work', { opportunities: 1, steps: 3 }),
      http.delete('*/api/members/b1', ({ request }) => {
        removed.push(new URL(request.url).search)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Bo' }))
    await userEvent.click(
      await screen.findByRole('button', {
        name: 'Assign Bo’s open work (1 opportunity and 3 steps) to: Leave with Bo',
      }),
    )
    await userEvent.click(await screen.findByRole('option', { name: 'Ana' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Member removed')).toBeInTheDocument()
    expect(removed).toEqual([`?workTo=${user.id}`])
  })
  it('counts open work anew each time it asks', async () => {
    open()
    expect(await askAndCancel(1)).toBe('Assign Bo’s open work (1 step) to')
    expect(await askAndCancel(2)).toBe('Assign Bo’s open work (2 steps) to')
  })
  it('asks nothing about work that nobody has', async () => {
    const removed: string[] = []
    open()
    server.use(
      answer('/api/members/{id}/work', { opportunities: 0, steps: 0 }),
      http.delete('*/api/members/b1', ({ request }) => {
        removed.push(new URL(request.url).search)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Bo' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText(/open work/)).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Member removed')).toBeInTheDocument()
    expect(removed).toEqual([''])
  })
  it('is not offered by a plan without it, which is said before anything is filled in', async () => {
    open()
    server.use(
      answer('/api/billing', {
        ...billing,
        plan: 'seo',
        features: [{ id: 'team', source: 'team', has: false, partOf: 'Part of the Complete plan', why: '' }],
      }),
    )
    expect(
      await screen.findByText(/^Part of the Complete plan. Members stay, but no one new can be invited/),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscribe')
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Send the invitation/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove Bo' })).toBeInTheDocument()
  })
  it('a viewer sees the people, and changes nothing but leaves', async () => {
    open({ ...user, id: 'b1', role: 'viewer' })
    expect(await screen.findByRole('list', { name: 'Team members' })).toHaveTextContent('Bo (you)')
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave' })).toBeInTheDocument()
  })
})

const offer = {
  account: 'Northwind',
  invitedBy: 'ana@example.com',
  role: 'viewer' as const,
  expiresAt: '2099-11-27T09:00:00Z',
}
const offered = answer('/api/invitations/{token}/accept', offer)

describe('an invitation', () => {
  it('says who invites, to what and as what', async () => {
    server.use(...signedIn(), offered)
    openApp('/invite/secret')
    expect(await screen.findByText('ana@example.com invites you to Northwind')).toBeInTheDocument()
    expect(screen.getByText('Your role: Viewer')).toBeInTheDocument()
    expect(screen.getByText('Expires on Nov 27, 2099')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Accept the invitation' })).toBeInTheDocument()
  })
  it('to an account without a name is to that of its owner', async () => {
    const unnamed = { ...offer, account: offer.invitedBy }
    server.use(...signedIn(), answer('/api/invitations/{token}/accept', unnamed))
    openApp('/invite/secret')
    expect(await screen.findByText('ana@example.com invites you to their account')).toBeInTheDocument()
  })
  it('that no longer works says so before it is accepted', async () => {
    server.use(
      ...signedIn(),
      http.get('*/api/invitations/secret/accept', () => problem(404, 'This link no longer works.')),
    )
    openApp('/invite/secret')
    expect(await screen.findByText('This link no longer works.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull()
  })
  it('of somebody else says whom it is for', async () => {
    server.use(
      ...signedIn(),
      offered,
      http.post('*/api/invitations/secret/accept', () =>
        problem(403, 'This invitation is for c…@example.com. Sign in with that address to accept it.'),
      ),
    )
    openApp('/invite/secret')
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }))
    expect(await screen.findByText(/^This invitation is for c…@example.com/)).toBeInTheDocument()
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
    server.use(http.post('*/api/logout', () => new HttpResponse(null, { status: 204 })))
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/api/login?next=%2Finvite%2Fsecret'))
  })
  it('that no longer works is not offered again', async () => {
    server.use(
      ...signedIn(),
      offered,
      http.post('*/api/invitations/secret/accept', () => problem(404, 'This link no longer works.')),
    )
    openApp('/invite/secret')
    await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }))
    expect(await screen.findByText('This link no longer works.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Accept the invitation' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the overview' })).toHaveAttribute('href', '/overview')
  })
})
