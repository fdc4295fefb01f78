import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Handlers = Parameters<typeof server.use>

const euros = (low: number, mid: number, high: number) =>
  ({ low, mid, high, unit: 'currency', currency: 'EUR' }) as const

const there = insight({
  id: '0190b6a0-0000-7000-8001-000000000009',
  siteId: sites[1].id,
  title: 'Stop paying for “free”',
})

function serve(insights = [insight(), there], ...handlers: Handlers) {
  const api = serveInsights(insights)
  server.use(
    ...handlers,
    ...api.handlers,
    answer('/api/integrations', []),
    answer('/api/technical/crawls', []),
    ...signedIn(),
  )
  return api
}

const plan = (overrides: Partial<Schemas['Plan']> = {}): Schemas['Plan'] => ({
  hours: 10,
  used: 3,
  items: [
    { insight: insight(), hours: 1, expected: euros(10, 76, 120) },
    { insight: there, hours: 2, expected: null },
  ],
  values: [euros(10, 76, 120)],
  leftOut: 4,
  unknown: 1,
  assumes: 'A task of the least effort takes half an hour.',
  ...overrides,
})

function servePlan(of: Partial<Schemas['Plan']> = {}) {
  const hours: string[] = []
  const api = serve(
    undefined,
    http.get('*/api/plan', ({ request }) => {
      const { searchParams } = new URL(request.url)
      hours.push(`${searchParams.get('hours')} of ${searchParams.get('siteId') ?? 'all'}`)
      return HttpResponse.json(plan({ hours: Number(searchParams.get('hours')), ...of }))
    }),
  )
  return { ...api, hours }
}

describe('the plan', () => {
  it('lists items in order with hours, expected value, totals and what is left out', async () => {
    const { hours } = servePlan()
    const visited = openApp('/opportunities')
    await userEvent.click(await screen.findByRole('button', { name: 'Plan my hours' }))
    const list = await screen.findByRole('list', { name: 'Plan' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      '1Give 12 product pages a title1 hour€76 a month expected',
      '2Stop paying for “free”2 hoursNot yet valued',
    ])
    const sheet = screen.getByRole('dialog', { name: 'Plan my hours' })
    expect(sheet).toHaveTextContent('Expected value: about €76 (10–120) a month')
    expect(sheet).toHaveTextContent(
      '2 opportunities · 3 of 10 hours used · 1 not yet valued · 4 left for later',
    )
    expect(sheet).toHaveTextContent('A task of the least effort takes half an hour.')
    expect(visited.at(-1)).toBe('/opportunities?plan=10')
    expect(hours).toEqual([`10 of ${sites[0].id}`])
  })
  it('is updated for other hours, and rejects invalid ones', async () => {
    const { hours } = servePlan()
    const visited = openApp('/opportunities?plan=10')
    await userEvent.click(await screen.findByRole('button', { name: '40 h' }))
    await waitFor(() => expect(hours.at(-1)).toBe(`40 of ${sites[0].id}`))
    expect(visited.at(-1)).toBe('/opportunities?plan=40')
    const box = screen.getByLabelText('Hours')
    await userEvent.clear(box)
    await userEvent.type(box, '9999')
    expect(await screen.findByText('Use 0.5 to 2,000 hours.')).toBeInTheDocument()
    expect(hours.at(-1)).toBe(`40 of ${sites[0].id}`)
  })
  it('covers all sites, and names the site of each item', async () => {
    const { hours } = servePlan()
    openApp('/opportunities?scope=all&plan=10')
    const list = await screen.findByRole('list', { name: 'Plan' })
    expect(hours).toEqual(['10 of all'])
    expect(within(list).getByText('Alder Mill')).toBeInTheDocument()
  })
  it('is copied as a Markdown checklist', async () => {
    const user = userEvent.setup()
    servePlan()
    openApp('/opportunities?scope=all&plan=10')
    await user.click(await screen.findByRole('button', { name: 'Copy as Markdown' }))
    expect(await screen.findByText('Plan copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(
      `# 10 hours for all sites

Expected value: about €76 (10–120) a month.

- [ ] Northwind Coffee: Give 12 product pages a title (1 hour, about €76 a month expected)
- [ ] Alder Mill: Stop paying for “free” (2 hours, not yet valued)

3 of 10 hours used; 4 left for later. A task of the least effort takes half an hour.
`,
    )
  })
  it('opens an opportunity on top, and returns when that is closed', async () => {
    servePlan()
    openApp('/opportunities?plan=10')
    const list = await screen.findByRole('list', { name: 'Plan' })
    await userEvent.click(within(list).getByRole('button', { name: 'Give 12 product pages a title' }))
    const sheet = await screen.findByRole('dialog', { name: 'Give 12 product pages a title' })
    await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('dialog', { name: 'Plan my hours' })).toBeInTheDocument()
  })
  it('marks an item as done', async () => {
    const { statusChanges } = servePlan()
    openApp('/opportunities?plan=10')
    await userEvent.click(
      await screen.findByRole('button', { name: 'Mark as Done: Give 12 product pages a title' }),
    )
    await waitFor(() => expect(statusChanges).toEqual([{ id: insight().id, status: 'done' }]))
  })
  it('says when nothing fits, and when nothing is pending', async () => {
    servePlan({ items: [], values: [], used: 0, leftOut: 7, unknown: 0 })
    openApp('/opportunities?plan=0.5')
    expect(await screen.findByText('Nothing fits into these hours')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Copy as Markdown' })).toBeNull()
  })
  it('says what went wrong', async () => {
    serve(
      undefined,
      http.get('*/api/plan', () => problem(503, 'Away.')),
    )
    openApp('/opportunities?plan=10')
    expect(await screen.findByText('Away.')).toBeInTheDocument()
  })
})
