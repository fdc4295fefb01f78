import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { SharedReport } from '@/api/links'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const link: SharedReport = {
  id: '0190b6a0-0000-7000-8000-0000000000c1',
  siteId: sites[0].id,
  title: 'October',
  dateRange: 'last-30-days',
  createdAt: '2026-11-01T09:00:00Z',
  expiresAt: '2026-12-01T09:00:00Z',
  revokedAt: null,
  status: 'active',
  shareableUrl: 'https://app.example.com/r/abc',
  url: 'https://app.example.com/r/abc',
  hasPassword: false,
  views: 3,
  lastViewedAt: '2026-11-20T09:00:00Z',
}

/** A server that stores links and records its requests. */
function serve(links: SharedReport[], refusal: () => Response | undefined = () => undefined) {
  const stored = [...links]
  const requests: { method: string; path: string; body: unknown }[] = []
  const record = async (request: Request, body = true) => {
    requests.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: body ? await request.json() : undefined,
    })
  }
  server.use(
    http.get('*/api/reports', () => HttpResponse.json(stored)),
    http.post('*/api/reports/preview', () => HttpResponse.json({ html: '<h1>Report</h1>' })),
    http.post('*/api/reports/create-shareable-link', async ({ request }) => {
      await record(request)
      const refusalResponse = refusal()
      if (refusalResponse) return refusalResponse
      const created = { ...link, id: crypto.randomUUID(), title: 'New one', views: 0, lastViewedAt: null }
      stored.unshift(created)
      return HttpResponse.json(created, { status: 201 })
    }),
    http.patch('*/api/reports/:id', async ({ request }) => {
      await record(request)
      return HttpResponse.json(link)
    }),
    http.delete('*/api/reports/:id', async ({ request, params }) => {
      await record(request, false)
      const at = stored.findIndex((one) => one.id === params.id)
      stored[at] = { ...stored[at]!, status: 'revoked', revokedAt: '2026-11-21T09:00:00Z' }
      return new HttpResponse(null, { status: 204 })
    }),
    answer('/api/account/branding', { name: '', color: '', linkDomain: '', logo: null }),
    ...signedIn(),
  )
  return requests
}

const list = () => screen.findByRole('list', { name: 'Shareable Reports' })
const rows = async () => within(await list()).getAllByRole('listitem')

let copied: string[]
beforeEach(() => {
  copied = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
})

describe('links', () => {
  it('says so when there are none', async () => {
    serve([])
    openApp('/reports')
    expect(
      await screen.findByText('No shareable reports yet. Create your first one using the form above.'),
    ).toBeVisible()
  })
  it('shows the report, the views and the status of a link', async () => {
    serve([
      { ...link, hasPassword: true },
      { ...link, id: '2', title: 'September', status: 'expired', views: 1 },
      { ...link, id: '3', title: 'August', status: 'revoked', revokedAt: '2026-10-01T09:00:00Z' },
    ])
    openApp('/reports')
    const [active, expired, revoked] = await rows()
    expect(within(active!).getByText('October')).toBeVisible()
    expect(within(active!).getByText('Last 30 days')).toBeVisible()
    expect(within(active!).getByText('Created Nov 1, 2026')).toBeVisible()
    expect(within(active!).getByText('3 views')).toBeVisible()
    expect(within(active!).getByText('Active')).toBeVisible()
    expect(within(active!).getByText('Expires Dec 1, 2026')).toBeVisible()
    expect(within(active!).getByText('Password-protected')).toBeInTheDocument()
    const view = within(active!).getByRole('link', { name: 'View October' })
    expect(view).toHaveAttribute('href', link.shareableUrl)
    expect(view).toHaveAttribute('target', '_blank')
    expect(within(expired!).getByText('1 view')).toBeVisible()
    expect(within(expired!).getByText('Expired')).toBeVisible()
    expect(within(revoked!).getByText('Revoked')).toBeVisible()
    expect(within(revoked!).queryByRole('link')).toBeNull()
  })
  it('are created from the form, listed first with 0 views, and copied', async () => {
    const requests = serve([link])
    openApp('/reports')
    await list()
    await userEvent.type(screen.getByLabelText('Link password'), 'open sesame')
    await userEvent.click(screen.getByRole('button', { name: /^Link expires after/ }))
    await userEvent.click(await screen.findByRole('option', { name: '90 days' }))
    await userEvent.click(screen.getByRole('button', { name: 'Create Link' }))
    expect(await screen.findByText('Shareable Link Created')).toBeVisible()
    expect(copied).toEqual([link.shareableUrl])
    const [first] = await rows()
    expect(within(first!).getByText('New one')).toBeVisible()
    expect(within(first!).getByText('0 views')).toBeVisible()
    expect(requests[0]?.body).toEqual({
      siteId: sites[0].id,
      title: 'SEO & Ads Performance Report',
      dateRange: 'last-30-days',
      includeKPIs: true,
      includeInsights: true,
      includeRecommendations: true,
      notes: '',
      expirationDays: 90,
      password: 'open sesame',
    })
    expect(screen.getByLabelText('Link password')).toHaveValue('')
  })
  it.each([
    [500, 'Oops.', 'Failed to create shareable link'],
    [402, 'Your free trial has ended.', 'Failed to create shareable link: Your free trial has ended.'],
    [503, 'Links cannot be made right now.', 'Links cannot be made right now.'],
  ])('say why none was made: %s', async (status, detail, text) => {
    serve([], () => problem(status, detail))
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }))
    expect(await screen.findByText('Link Creation Failed')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })
  it('says beside the password what is wrong with it', async () => {
    serve([], () => problem(400, 'Use 8 to 200 characters for the password.', 'password'))
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Create Link' }))
    expect(await screen.findByText('Use 8 to 200 characters for the password.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Link password'), 'x')
    expect(screen.queryByText('Use 8 to 200 characters for the password.')).toBeNull()
  })
  it('are copied from the list', async () => {
    serve([link])
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Copy the link to October' }))
    expect(await screen.findByText('Link Copied')).toBeVisible()
    expect(copied).toEqual([link.shareableUrl])
  })
  it('are extended by the chosen time', async () => {
    const requests = serve([link])
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'More about October' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Extend…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Extend' }))
    expect(await screen.findByText('Link extended')).toBeVisible()
    expect(requests).toEqual([
      { method: 'PATCH', path: `/api/reports/${link.id}`, body: { expirationDays: 30 } },
    ])
  })
  it('are revoked after a confirmation', async () => {
    const requests = serve([link])
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'More about October' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(requests).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    await waitFor(async () => expect(within((await rows())[0]!).getByText('Revoked')).toBeVisible())
  })
  it('are collapsed until Show all', async () => {
    serve(Array.from({ length: 6 }, (_, i) => ({ ...link, id: String(i), title: `Report ${i}` })))
    openApp('/reports')
    expect(await rows()).toHaveLength(4)
    await userEvent.click(screen.getByRole('button', { name: 'Show all 6' }))
    expect(await rows()).toHaveLength(6)
  })
  it('reload the view counts when the tab is shown again', async () => {
    const links = [link]
    serve([])
    server.use(http.get('*/api/reports', () => HttpResponse.json(links)))
    openApp('/reports')
    expect(await screen.findByText('3 views')).toBeVisible()
    links[0] = { ...link, views: 4 }
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('4 views')).toBeVisible()
  })
})
