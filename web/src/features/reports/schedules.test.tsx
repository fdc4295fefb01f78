import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ReportSchedule } from '@/api/schedules'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const schedule: ReportSchedule = {
  id: '0190b6a0-0000-7000-8000-0000000000d1',
  siteId: sites[0].id,
  title: 'Weekly',
  dateRange: 'last-7-days',
  includeKPIs: true,
  includeInsights: true,
  includeRecommendations: false,
  notes: '',
  frequency: 'weekly',
  weekday: 1,
  monthDay: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  recipients: ['jo@example.com', 'al@example.com'],
  unsubscribed: [],
  active: true,
  nextAt: '2026-11-23T07:00:00Z',
  lastSentAt: null,
  lastError: '',
  createdAt: '2026-11-20T07:00:00Z',
}

/** A server that stores schedules and records its requests. */
function serve(schedules: ReportSchedule[], refusal: () => Response | undefined = () => undefined) {
  const requests: { method: string; path: string; body: unknown }[] = []
  const record = async (request: Request) => {
    const text = await request.text()
    requests.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text ? (JSON.parse(text) as unknown) : undefined,
    })
  }
  const write = async ({ request }: { request: Request }) => {
    await record(request)
    if (request.method === 'DELETE') return new HttpResponse(null, { status: 204 })
    const sent = request.url.endsWith('/send')
    return refusal() ?? HttpResponse.json(sent ? { message: 'Sent to 2 recipients.' } : schedule)
  }
  server.use(
    answer('/api/report-schedules', schedules),
    http.post('*/api/reports/preview', () => HttpResponse.json({ html: '<h1>Report</h1>' })),
    http.post('*/api/report-schedules', write),
    http.post('*/api/report-schedules/:id/send', write),
    http.patch('*/api/report-schedules/:id', write),
    http.delete('*/api/report-schedules/:id', write),
    ...signedIn(),
  )
  return requests
}

const row = async () =>
  within(within(await screen.findByRole('list', { name: 'Scheduled reports' })).getAllByRole('listitem')[0]!)
const choose = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about the schedule of Weekly' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

describe('schedules', () => {
  it('says so while there are none', async () => {
    serve([])
    openApp('/reports')
    expect(await screen.findByText(/No scheduled reports yet/)).toBeVisible()
  })
  it('shows the next and the last mailing, and who unsubscribed', async () => {
    serve([
      {
        ...schedule,
        lastSentAt: '2026-11-01T07:00:00Z',
        lastError: 'The mail server refused al@example.com.',
        unsubscribed: ['jo@example.com'],
      },
    ])
    openApp('/reports')
    const one = await row()
    expect(one.getByText('Every Monday at 8:00 AM')).toBeVisible()
    expect(one.getByText(/2 recipients/)).toBeVisible()
    expect(one.getByText(/Last sent/)).toBeVisible()
    expect(one.getByText(/^Next/)).toBeVisible()
    expect(one.getByText('Unsubscribed: jo@example.com')).toBeVisible()
    expect(one.getByText('The mail server refused al@example.com.')).toBeVisible()
  })
  it('are created from the form', async () => {
    const requests = serve([])
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Europe/Berlin time')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Recipients'), 'jo@example.com, al@example.com')
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('Report scheduled')).toBeVisible()
    expect(requests[0]?.body).toMatchObject({
      siteId: sites[0].id,
      title: 'SEO & Ads Performance Report',
      frequency: 'weekly',
      weekday: 1,
      hour: 8,
      recipients: ['jo@example.com', 'al@example.com'],
    })
  })
  it.each([
    ['recipients', '"jo" is not an email address.'],
    [undefined, 'Email is not set up. Ask your administrator.'],
  ])('says in the dialog what is wrong: %s', async (field, detail) => {
    serve([], () => problem(field ? 400 : 503, detail, field))
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Schedule' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await dialog.findByText(detail)).toBeVisible()
  })
  it('are changed, paused and deleted', async () => {
    const requests = serve([schedule])
    openApp('/reports')
    await choose('Pause')
    expect(await screen.findByText('Schedule paused')).toBeVisible()
    await choose('Edit…')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.clear(dialog.getByLabelText('Recipients'))
    await userEvent.type(dialog.getByLabelText('Recipients'), 'jo@example.com')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Schedule saved')).toBeVisible()
    await choose('Delete…')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(requests).toHaveLength(3))
    expect(requests.map(({ method }) => method)).toEqual(['PATCH', 'PATCH', 'DELETE'])
    expect(requests[0]?.body).toEqual({ active: false })
    expect(requests[1]?.body).toMatchObject({ recipients: ['jo@example.com'], weekday: 1 })
  })
  it('are sent now, with the result in a toast', async () => {
    serve([schedule])
    openApp('/reports')
    await choose('Send now')
    expect(await screen.findByText('Sent to 2 recipients.')).toBeVisible()
  })
  it('show why sending failed', async () => {
    serve([schedule], () => problem(409, 'The mail server is away. It is tried again in 5 minutes.'))
    openApp('/reports')
    await choose('Send now')
    expect(await screen.findByText('Sending failed')).toBeVisible()
    expect(screen.getByText('The mail server is away. It is tried again in 5 minutes.')).toBeVisible()
  })
})
