import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const webhook = {
  id: 'w1',
  name: '#marketing',
  url: 'https://hooks.slack.example/T0',
  kind: 'slack' as const,
  events: ['insight.found'],
  siteIds: [],
  enabled: true,
  disabledReason: '',
  failingSince: null,
  createdAt: '2026-11-20T09:00:00Z',
}
const delivery = {
  id: 'd1',
  webhookId: 'w1',
  event: 'insight.found',
  text: '3 new opportunities were found.',
  status: 'failed' as const,
  attempts: 2,
  code: 500,
  problem: 'The receiver answered 500 (Internal Server Error).',
  answer: '',
  durationMs: 12,
  nextAttemptAt: null,
  createdAt: '2026-11-20T09:00:00Z',
  deliveredAt: null,
}

function open(webhooks: (typeof webhook)[]) {
  server.use(answer('/api/webhooks/outgoing', webhooks), answer('/api/tokens', []), ...signedIn())
  openApp('/settings?tab=api')
}

afterEach(() => vi.useRealTimers())

describe('webhooks', () => {
  it('are added for a tool, with the events in words, and an error stands at its field', async () => {
    const bodies: unknown[] = []
    open([])
    server.use(
      http.post('*/api/webhooks/outgoing', async ({ request }) => {
        bodies.push(await request.json())
        return bodies.length === 1
          ? problem(400, 'Enter an address that starts with https:// and has no password in it.', 'url')
          : HttpResponse.json({ webhook, secret: 'whsec_x' }, { status: 201 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), '#marketing')
    await userEvent.type(dialog.getByLabelText('URL'), 'http://x')
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(await dialog.findByText(/^Enter an address that starts with https/)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    expect(bodies[1]).toEqual({
      name: '#marketing',
      url: 'http://x',
      kind: 'slack',
      events: [
        'insight.found',
        'insight.reopened',
        'integration.failed',
        'integration.connected',
        'integration.disconnected',
      ],
    })
  })
  it('are told of alerts', async () => {
    open([])
    const bodies: { events: string[] }[] = []
    server.use(
      http.post('*/api/webhooks/outgoing', async ({ request }) => {
        bodies.push((await request.json()) as { events: string[] })
        return HttpResponse.json({ webhook, secret: 'whsec_x' }, { status: 201 })
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add webhook' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), '#alerts')
    await userEvent.type(dialog.getByLabelText('URL'), 'https://x.example')
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Alerts' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add webhook' }))
    await waitFor(() =>
      expect(bodies[0]?.events).toEqual(expect.arrayContaining(['alert.opened', 'alert.resolved'])),
    )
  })
  it('are tested, and their log sends an event again', async () => {
    const replayed: string[] = []
    open([webhook])
    server.use(
      answer('/api/webhooks/outgoing/{id}/deliveries', [delivery]),
      http.post('*/api/webhooks/outgoing/w1/test', () => HttpResponse.json(delivery)),
      http.post('*/api/webhooks/outgoing/w1/deliveries/:id/replay', ({ params }) => {
        replayed.push(String(params.id))
        return HttpResponse.json(delivery)
      }),
    )
    expect(await screen.findByText('New opportunities')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Test #marketing' }))
    expect(await screen.findByText('Test Failed')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Actions for #marketing' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Deliveries' }))
    const log = within(await screen.findByRole('list', { name: 'Deliveries' }))
    expect(log.getByText(/2 attempts, answered 500$/)).toBeInTheDocument()
    await userEvent.click(log.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Event sent again')).toBeInTheDocument()
    expect(replayed).toEqual(['d1'])
  })
  it('say when a failing delivery is tried again', async () => {
    const log = await openLog(webhook)
    expect(log.getAllByText(/^Next try/).map((line) => line.textContent)).toEqual([
      'Next try at 2:05 PM',
      'Next try on Nov 21, 9:30 AM',
      'Next try in a moment',
    ])
  })
  it('promise no next try while they are off', async () => {
    expect((await openLog({ ...webhook, enabled: false })).queryByText(/^Next try/)).toBeNull()
  })
})

/** The log at noon, with deliveries that are due at several times. */
async function openLog(of: typeof webhook) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12, 0) })
  const waiting = (id: string, next: Date, attempts = 2) => ({
    ...delivery,
    id,
    status: 'waiting' as const,
    attempts,
    nextAttemptAt: next.toISOString(),
  })
  open([of])
  server.use(
    answer('/api/webhooks/outgoing/{id}/deliveries', [
      waiting('later', new Date(2026, 10, 20, 14, 5)),
      waiting('tomorrow', new Date(2026, 10, 21, 9, 30)),
      waiting('due', new Date(2026, 10, 20, 11, 59)),
      waiting('untried', new Date(2026, 10, 20, 15, 0), 0),
      delivery,
    ]),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for #marketing' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deliveries' }))
  return within(await screen.findByRole('list', { name: 'Deliveries' }))
}
