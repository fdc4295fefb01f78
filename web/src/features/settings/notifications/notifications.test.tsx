import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { browserTimeZone } from '@/lib/locale'
import { describe, expect, it } from 'vitest'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { ruleGroups, ruleTexts } from './rule-texts'

const settings = {
  email: 'off',
  hour: 8,
  weekday: 1,
  timeZone: 'Europe/Madrid',
  quietFrom: null,
  quietTo: null,
  rules: [],
  siteIds: [],
}
const clicks = { rule: 'clicks', enabled: true, percent: 20, value: null, channels: ['email', 'webhook'] }
const forecast = { rule: 'forecast', enabled: true, percent: null, value: null, channels: ['email'] }

function open(rules: object[] = [clicks, forecast]) {
  server.use(answer('/api/notification-settings', settings), answer('/api/alert-rules', rules), ...signedIn())
  openApp('/settings?tab=notifications')
}

const nextEmail = {
  alerts: 0,
  quiet: false,
  canSend: true,
  subject: '',
  html: '',
  text: '',
  sendsAt: '2026-11-27T07:00:00Z' as string | null,
}

describe('notifications', () => {
  it('shows every rule in one group', () => {
    expect(ruleGroups.flatMap(({ rules }) => rules).toSorted()).toEqual(Object.keys(ruleTexts).toSorted())
  })

  it('are mailed as often as the user chooses, with the fields of that choice only', async () => {
    const bodies: unknown[] = []
    open()
    const card = within(await screen.findByRole('region', { name: 'Email' }))
    await userEvent.click(await card.findByRole('button', { name: 'Email me: Off' }))
    expect(card.queryByRole('button', { name: /^Time/ })).toBeNull()
    server.use(
      http.patch('*/api/notification-settings', async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json({ ...settings, email: 'weekly' })
      }),
      answer('/api/notification-settings', { ...settings, email: 'weekly' }),
    )
    await userEvent.click(await screen.findByRole('option', { name: 'Once a week' }))
    expect(await card.findByRole('button', { name: 'Day: Monday' })).toBeInTheDocument()
    expect(card.getByRole('button', { name: 'Time: 8:00 AM' })).toBeInTheDocument()
    expect(await card.findByText('No email is sent when there is nothing to report.')).toBeVisible()
    expect(bodies).toEqual([{ email: 'weekly', timeZone: browserTimeZone() }])
  })
  it('preview the next email, or say when one is sent', async () => {
    open()
    server.use(
      answer('/api/notification-settings', { ...settings, email: 'daily' }),
      answer('/api/notification-settings/preview', nextEmail),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Preview the next email' }))
    expect(
      await screen.findByText(
        /^Nothing to report right now\. If an alert opens, the next email goes out Nov 2/,
      ),
    ).toBeVisible()
    expect(screen.queryByTitle('Preview of the email')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    server.use(
      answer('/api/notification-settings/preview', {
        ...nextEmail,
        alerts: 1,
        subject: 'Shop: Down',
        html: '<p>Down',
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Preview the next email' }))
    const frame = await screen.findByTitle('Preview of the email')
    expect(frame).toHaveAttribute('srcdoc', '<p>Down')
    expect(frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin/)
    expect(screen.getByText('Shop: Down')).toBeVisible()
  })
  it.each([
    [{ quiet: true }, 'Goes out when your quiet hours end.'],
    [{ quiet: false }, 'Goes out within a minute.'],
    [{ canSend: false }, 'Email isn’t set up on this server. Ask your administrator.'],
  ])('say when the next email goes out: %o', async (change, text) => {
    open()
    server.use(answer('/api/notification-settings', { ...settings, email: 'instant' }))
    server.use(
      answer('/api/notification-settings/preview', { ...nextEmail, alerts: 1, sendsAt: null, ...change }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Preview the next email' }))
    expect(await screen.findByText(text)).toBeVisible()
  })
  it('follow rules with a threshold, and an error stands at its field', async () => {
    const bodies: unknown[] = []
    open()
    server.use(
      http.post('*/api/alert-rules', async ({ request }) => {
        bodies.push(await request.json())
        return problem(400, 'Enter a percentage from 5 to 95.', 'percent')
      }),
    )
    const field = await screen.findByLabelText('Smallest change, in %: Clicks from search')
    await userEvent.clear(field)
    await userEvent.type(field, '99{Enter}')
    expect(await screen.findByText('Enter a percentage from 5 to 95.')).toBeInTheDocument()
    expect(bodies).toEqual([{ ...clicks, percent: 99 }])
  })
  it('can be switched off by rule, and a site’s own rule can be removed', async () => {
    const seen: string[] = []
    const site = sites[0]!
    open([clicks, forecast, { ...clicks, id: 'r1', siteId: site.id, percent: 40 }])
    server.use(
      http.post('*/api/alert-rules', async ({ request }) => {
        const { rule, enabled } = (await request.json()) as typeof clicks
        seen.push(`${rule} ${enabled}`)
        return HttpResponse.json({ ...forecast, enabled: false }, { status: 201 })
      }),
      http.delete('*/api/alert-rules/:id', ({ params }) => {
        seen.push(`removed ${String(params['id'])}`)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const own = await screen.findByRole('region', { name: 'Rules of single sites' })
    expect(own).toHaveTextContent(`${site.name}: Clicks from search, from 40%`)
    await userEvent.click(screen.getByRole('checkbox', { name: /^Forecast met/ }))
    await userEvent.click(within(own).getByRole('button', { name: /^Remove: Clicks/ }))
    await expect.poll(() => seen).toEqual(['forecast false', 'removed r1'])
  })
})
