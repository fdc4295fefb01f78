import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { sites } from '@/test/fixtures'
import { answer, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const drop = {
  id: '8c7f0a46-1c9e-4a53-9f0e-5d9f2d2c4f10',
  siteId: sites[0].id,
  rule: 'clicks',
  onset: '2026-11-16',
  title: 'Clicks from search 40% below expected since Nov 16',
  detail: '60 in 2 days; 90 to 110 were expected.',
  url: '/seo',
  unit: 'count',
  currency: '',
  actual: 60,
  expected: 100,
  low: 90,
  high: 110,
  status: 'open',
  resolution: '',
  openedAt: '2026-11-18T08:00:00Z',
  resolvedAt: null,
  read: false,
  snoozedUntil: null,
  dismissed: false,
}

it('shows open alerts under the bell, opens what they are about and marks them as read', async () => {
  let read = false
  const edits: unknown[] = []
  server.use(
    http.get('*/api/alerts', () =>
      HttpResponse.json([{ ...drop, read }], { headers: { 'X-Unread-Count': read ? '0' : '1' } }),
    ),
    http.patch('*/api/alerts', async ({ request }) => {
      edits.push(await request.json())
      read = true
      return HttpResponse.json({ ids: [drop.id], unread: 0 })
    }),
    ...signedIn(sites),
  )
  openApp('/overview')
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, unread' }))
  const alerts = within(await screen.findByRole('region', { name: 'Alerts' }))
  expect(alerts.getByText('60 in 2 days; 90 to 110 were expected.')).toBeInTheDocument()
  await userEvent.click(alerts.getByRole('link', { name: /Clicks from search 40% below expected/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'SEO Analysis' })).toBeInTheDocument()
  await waitFor(() => expect(edits).toEqual([{ ids: [drop.id], read: true }]))
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument()
})

it('opens the same from the line of the activity that tells of an alert', async () => {
  const url = '/technical?of=c2&against=c1&seen=new'
  const entry = {
    id: '1',
    siteId: sites[0].id,
    kind: 'alert.opened',
    text: 'The crawl found 24 more',
    actor: '',
  }
  server.use(
    answer('/api/activity', [{ ...entry, url, createdAt: '2026-11-18T08:00:00Z' }]),
    ...signedIn(sites),
  )
  openApp('/overview')
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, unread' }))
  const activity = within(await screen.findByRole('list', { name: 'Activity' }))
  expect(await activity.findByRole('link')).toHaveAttribute('href', url)
})
