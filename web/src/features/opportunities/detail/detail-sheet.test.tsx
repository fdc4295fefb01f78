import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight, serveInsights, ticket } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Insights = Parameters<typeof serveInsights>[0]

function serve(insights: Insights, integrations: object[] = [], crawls: object[] = [], pageSpeed?: object) {
  const api = serveInsights(insights)
  server.use(
    ...api.handlers,
    answer('/api/integrations', integrations as never),
    answer('/api/integrations/{provider}', (pageSpeed ?? { provider: 'pagespeed', lastSyncAt: null }) as never),
    answer('/api/technical/crawls', crawls as never),
    ...signedIn(),
  )
  return api
}

const evidence = (rows: object[]) =>
  answer('/api/insights/{id}/evidence', {
    columns: ['page', 'titlePixels'],
    rows: rows as never,
    sql: '',
    parameters: {},
  })

const done = insight({
  id: '0190b6a0-0000-7000-8001-000000000003',
  title: 'Old titles',
  status: 'done',
  score: 50,
})

const rows = async () => (await screen.findAllByRole('row')).slice(1)

describe('the detail', () => {
  const address = `/opportunities?o=${insight().id}`

  it('opens by click and by Enter, and stands in the URL', async () => {
    serve([insight()])
    const visited = openApp('/opportunities')
    const title = await screen.findByRole('button', { name: 'Give 12 product pages a title' })
    title.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Give 12 product pages a title' })).toBeInTheDocument()
    expect(visited.at(-1)).toBe(address)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(visited.at(-1)).toBe('/opportunities')
    await userEvent.click((await rows())[0]!)
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
  })
  it('is read together with the list when a link opens it', async () => {
    serve([insight()])
    const read: string[] = []
    server.use(
      http.get('*/api/insights', async () => {
        await vi.waitUntil(() => read.length === 4, { timeout: 5000 })
      }),
      http.get('*/api/insights/:id/:part', ({ params }) => {
        read.push(String(params['part']))
        return HttpResponse.json([])
      }),
    )
    openApp(address)
    await waitFor(() => expect(read.toSorted()).toEqual(['comments', 'daily', 'evidence', 'fixes']), {
      timeout: 5000,
    })
  })
  it('opens by its address also when the filters hide it', async () => {
    serve([insight(), done])
    openApp(`/opportunities?o=${done.id}`)
    expect(await screen.findByRole('dialog', { name: 'Old titles' })).toBeInTheDocument()
  })
  it('shows title, value, steps and evidence', async () => {
    serve([insight()])
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Technical issues')).toBeInTheDocument()
    const figures = ['Impact', 'Effort', 'Confidence'].map(
      (name) => dialog.getByText(name).parentElement!.textContent,
    )
    expect(figures).toEqual([
      'ImpactHigh72',
      'EffortLow30',
      'Confidence90%that the problem is real and the fix works',
    ])
    expect(dialog.getByText('Value not estimated. Ranked by severity and traffic.')).toBeInTheDocument()
    const steps = within(dialog.getByRole('region', { name: 'Action Steps' }))
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      'Open the template.',
      'Add a title.',
    ])
    expect(dialog.getByText('Pages affected').nextSibling).toHaveTextContent('12')
    expect(dialog.queryByText('Clicks')).toBeNull() // without a figure
  })
  describe('above the rows behind it', () => {
    const columns = ['campaign', 'searchTerm', 'conversions']
    const serveRows = (terms: string[]) => {
      serve([insight()])
      server.use(
        answer('/api/insights/{id}/evidence', {
          columns,
          rows: terms.map((searchTerm) => ({ campaign: 'Tents', searchTerm, conversions: 0 })),
          sql: '',
          parameters: {},
        }),
      )
    }
    const openRows = async (terms: string[]) => {
      serveRows(terms)
      openApp(address)
      const table = await screen.findByRole('region', { name: 'Rows behind this opportunity' })
      const heads = within(table).getAllByRole('columnheader')
      return { line: table.previousElementSibling, heads: heads.map((head) => head.textContent) }
    }

    it('says once what is the same in all, and leaves the columns that tell them apart', async () => {
      const { line, heads } = await openRows(['free tents', 'tents free', 'tents'])
      expect(line).toHaveTextContent(/^All 3 rowsCampaignTentsConversions0$/)
      expect(heads).toEqual(['Search term'])
    })
    it('lists what a single one says, as a row would not fit', async () => {
      const term = 'free tents for camping with dogs in winter'
      serveRows([term])
      openApp(address)
      expect(await screen.findByText(term)).not.toHaveAttribute('title')
      const section = screen.getByRole('region', { name: 'Evidence' })
      expect(within(section).queryByRole('table')).toBeNull()
      const labels = within(section).getAllByRole('term')
      expect(labels.slice(-3).map((label) => [label.textContent, label.nextSibling?.textContent])).toEqual([
        ['Campaign', 'Tents'],
        ['Search term', term],
        ['Conversions', '0'],
      ])
    })
    it('says nothing of rows that are all alike', async () => {
      const { line, heads } = await openRows(['free tents', 'free tents'])
      expect(line).toBeNull()
      expect(heads).toHaveLength(3)
    })
  })
  it('shows amounts in their currency, of an opportunity without a value, too', async () => {
    serve([insight({ value: null, evidence: { currency: 'EUR', cpcNow: '0.81' } })])
    server.use(
      answer('/api/insights/{id}/evidence', {
        columns: ['keyword', 'current_cpc'],
        rows: [{ keyword: 'tents', current_cpc: 0.97 }],
        sql: '',
        parameters: {},
      }),
    )
    openApp(address)
    const region = within(await screen.findByRole('region', { name: 'Evidence' }))
    expect(await region.findByText('€0.97')).toBeInTheDocument()
    expect(region.getByText('€0.81')).toBeInTheDocument()
    expect(region.queryByText('Currency')).toBeNull()
  })
  it('offers figures with long names in a list, as they have no room side by side', async () => {
    serve([insight()])
    const titles = ['Largest Contentful Paint', 'Cumulative Layout Shift']
    server.use(
      answer('/api/insights/{id}/daily', {
        metrics: titles.map((title) => ({ name: title, title, unit: 'seconds', better: 'down' as const })),
        days: [{ day: '2026-11-18', values: { [titles[0]!]: 4.4, [titles[1]!]: 1 } }],
        changes: [],
      }),
    )
    openApp(address)
    const figure = await screen.findByRole('button', { name: /^Figure/ })
    expect(figure).toHaveTextContent('Largest Contentful Paint')
  })
  it('shows the rows behind it and the query that found them', async () => {
    serve([insight()])
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Title pixels')).toBeInTheDocument()
    expect(dialog.getByRole('link', { name: '/products/a' })).toHaveAttribute(
      'href',
      'https://northwindcoffee.com/products/a',
    )
    expect(dialog.queryByText('select page from pages')).toBeNull()
    await userEvent.click(dialog.getByText('How we know'))
    expect(await dialog.findByText('select page from pages')).toBeInTheDocument()
    expect(dialog.getByText(/"min_pages": 3/)).toBeInTheDocument()
  })
  it('shows the first ten rows, and all or fewer on demand without losing the place of the keyboard', async () => {
    serve([insight()])
    server.use(evidence(Array.from({ length: 12 }, (_, i) => ({ page: `/p/${i}`, titlePixels: i }))))
    openApp(address)
    const more = await screen.findByRole('button', { name: 'Show all 12 rows' })
    expect(screen.queryByText('/p/10')).toBeNull()
    await userEvent.click(more)
    expect(screen.getByText('/p/10')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Show fewer rows' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer rows' }))
    expect(screen.queryByText('/p/10')).toBeNull()
  })
  it('leaves out the column of the page that its header names', async () => {
    const page = 'https://northwindcoffee.com/products/a'
    serve([insight({ entityType: 'page', entity: { page } })])
    server.use(evidence([10, 20].map((titlePixels) => ({ page, titlePixels }))))
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('columnheader', { name: 'Title pixels' })).toBeInTheDocument()
    expect(dialog.getAllByRole('columnheader')).toHaveLength(1)
  })
  it('gives the value as a range per month', async () => {
    serve([insight({ value: { low: 120, mid: 200, high: 340, unit: 'currency', currency: 'EUR' } })])
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/€120 – €340/)).toHaveTextContent('range €120 – €340')
  })
  it.each([
    ['Mark as Done', 'done'],
    ['Dismiss', 'dismissed'],
  ])('%s closes it', async (name, status) => {
    const { statusChanges } = serve([insight()])
    openApp(address)
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(statusChanges).toEqual([{ id: insight().id, status }])
  })
  it('closes without waiting for evidence and fixes', async () => {
    serve([insight()])
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Title pixels')
    let answered = false
    async function answerLate() {
      await vi.waitUntil(() => answered, { timeout: 60_000 })
      return HttpResponse.json(null)
    }
    server.use(
      ...['evidence', 'fixes', 'daily'].map((part) => http.get(`*/api/insights/:id/${part}`, answerLate)),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Mark as Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    answered = true
  })
  it('Start keeps it open, now in progress', async () => {
    const { statusChanges } = serve([insight()])
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Start' }))
    expect(await dialog.findByText('In progress')).toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Start' })).toBeNull()
    expect(statusChanges).toEqual([{ id: insight().id, status: 'in_progress' }])
  })
  it('stays open with the server’s message when a status change is refused', async () => {
    serve([insight()])
    server.use(http.patch('*/api/insights', () => problem(409, 'Allowed: open, done, dismissed.')))
    openApp(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Start' }))
    expect(
      await screen.findByText('Failed to update insight: Allowed: open, done, dismissed.'),
    ).toBeInTheDocument()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
  it('can be copied as a ticket', async () => {
    const user = userEvent.setup()
    serve([insight()])
    openApp(address)
    await user.click(await screen.findByRole('button', { name: 'Copy as a ticket' }))
    expect(await screen.findByText('Ticket copied')).toBeInTheDocument()
    const copied = await waitFor(() => navigator.clipboard.readText())
    expect(copied).toBe(`${ticket.content}\n[Open in Upslope](${location.href})\n`)
  })
})
