import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Billing } from '@/api/billing'
import { billing, user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const nothing = billing
const seo: Billing = { ...nothing, plan: 'seo', status: 'active', periodEndsAt: '2026-12-21T09:00:00Z' }

function open(bought: Billing, path = '/subscribe') {
  server.use(
    answer('/api/auth/user', { ...user, plan: bought.plan }),
    answer('/api/billing', bought),
    ...signedIn(),
  )
  return openApp(path)
}

const card = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** A server that answers the checkout and records its requests. */
function checkout(reply: () => Response) {
  const requests: unknown[] = []
  server.use(
    http.post('*/api/stripe/create-checkout-session', async ({ request }) => {
      requests.push(await request.json())
      return reply()
    }),
  )
  return requests
}

afterEach(() => vi.restoreAllMocks())

describe('who does not manage the account', () => {
  it.each([
    ['a visitor of the demo', { ...user, role: 'viewer', demo: true } as const, 'The demo has no plan'],
    ['a member', { ...user, role: 'member' } as const, 'An owner or admin chooses the plan'],
  ])('is told so, and does not wait for plans: %s', async (_, asking, title) => {
    server.use(answer('/api/auth/user', asking), ...signedIn())
    openApp('/subscribe')
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  })
})

describe('choosing a plan', () => {
  it('shows three plans, what they cost, and which most people take', async () => {
    open(nothing)
    expect(await screen.findByRole('heading', { name: 'Choose Your Plan' })).toBeInTheDocument()
    expect(screen.getByText('Start your 14-day free trial. No credit card required.')).toBeInTheDocument()
    expect(
      await screen.findByText(/^Your trial runs until Dec 3, 2026 \(12 days left\)\. Then syncing pauses/),
    ).toBeVisible()
    expect((await card('SEO Plan')).getByText('$49')).toBeInTheDocument()
    expect((await card('Ads Plan')).getByText('$79')).toBeInTheDocument()
    expect((await card('Complete Plan')).getByText('$99')).toBeInTheDocument()
    expect((await card('Complete Plan')).getByText('Most Popular')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/')
  })
  it('leaves for the page on which people pay', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
    open(nothing)
    const requests = checkout(() => HttpResponse.json({ url: 'https://pay.example/c/1' }))
    await press('Choose Complete')
    await waitFor(() => expect(String(left.mock.calls[0]?.[0])).toBe('https://pay.example/c/1'))
    expect(requests).toEqual([{ planType: 'both' }])
  })
  it('says why a checkout cannot be opened', async () => {
    open(nothing)
    server.use(
      http.post('*/api/stripe/create-checkout-session', () => problem(409, 'You already have this plan.')),
    )
    await press('Choose SEO')
    expect(
      await screen.findByText('Failed to start subscription process: You already have this plan.'),
    ).toBeInTheDocument()
  })
  it('with a plan changes to another one at the next billing cycle', async () => {
    const visited = open(seo)
    expect((await card('SEO Plan')).getByText('Your plan')).toBeInTheDocument()
    checkout(() => HttpResponse.json({ url: `${location.origin}/settings?tab=billing&changed=both` }))
    await press('Change to Complete')
    expect(await screen.findByText('Plan changed')).toBeInTheDocument()
    await waitFor(() => expect(visited.at(-1)).toBe('/settings?tab=billing'))
  })
})

describe('the billing tab', () => {
  it('without a plan leads to one', async () => {
    open(nothing, '/settings?tab=billing')
    const banner = await card('Upgrade')
    expect(banner.getByRole('link', { name: 'Upgrade Now' })).toHaveAttribute('href', '/subscribe')
  })
  it('shows the code of the plan and when it is paid next', async () => {
    open(seo, '/settings?tab=billing')
    const plan = await card('Current Plan')
    expect(await plan.findByText('Next payment on Dec 21, 2026.')).toBeInTheDocument()
    expect(plan.getByText('SEO')).toBeInTheDocument()
    expect(plan.getByText('Full access to all features')).toBeInTheDocument()
  })
  it('says that a payment failed and until when the plan goes on', async () => {
    open({ ...seo, status: 'past_due', graceEndsAt: '2026-12-28T09:00:00Z' }, '/settings?tab=billing')
    expect(
      await (await card('Current Plan')).findByText(/^The last payment failed\. .* until Dec 28, 2026/),
    ).toBeInTheDocument()
  })
  it('opens the billing portal in a tab of its own', async () => {
    const tab = { opener: {}, location: { href: '' }, close: vi.fn<() => void>() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    open(seo, '/settings?tab=billing')
    server.use(
      http.post('*/api/stripe/create-portal-session', () =>
        HttpResponse.json({ url: 'https://pay.example/p/1' }),
      ),
    )
    await press('Open Billing Portal')
    await waitFor(() => expect(tab.location.href).toBe('https://pay.example/p/1'))
    expect(tab.opener).toBeNull()
  })
  it('says that the portal cannot be opened', async () => {
    const tab = { close: vi.fn<() => void>() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    open(seo, '/settings?tab=billing')
    server.use(http.post('*/api/stripe/create-portal-session', () => problem(500, 'broken')))
    await press('Open Billing Portal')
    expect(await screen.findByText('Failed to open billing portal')).toBeInTheDocument()
    expect(tab.close).toHaveBeenCalled()
  })
  it('asks the server what was paid, and does not congratulate without a plan', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    open(nothing, '/settings?success=true')
    server.use(
      http.get('*/api/billing', () => {
        vi.setSystemTime(Date.now() + 60_000)
        return HttpResponse.json(nothing)
      }),
    )
    expect(await screen.findByText('No payment yet')).toBeInTheDocument()
    expect(screen.queryByText('Payment Successful')).toBeNull()
    vi.useRealTimers()
  })
  it('says once that a payment went through', async () => {
    const visited = open(seo, '/settings?success=true')
    expect(await screen.findByText('Payment Successful')).toBeInTheDocument()
    expect(screen.getByText('You are subscribed!')).toBeInTheDocument()
    await waitFor(() => expect(visited.at(-1)).toBe('/settings?tab=billing'))
  })
})
