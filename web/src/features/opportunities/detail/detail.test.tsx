import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight, serveInsights, ticket } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Insight = Schemas['Insight']

const euros = (low: number, mid: number, high: number) =>
  ({ low, mid, high, unit: 'currency', currency: 'EUR' }) as const

/** Opens the detail of one opportunity. */
async function openDetail(overrides: Partial<Insight> = {}, ...handlers: Parameters<typeof server.use>) {
  const api = serveInsights([insight(overrides)])
  server.use(
    ...handlers,
    ...api.handlers,
    answer('/api/integrations', []),
    answer('/api/technical/crawls', []),
    ...signedIn(),
  )
  const visited = openApp(`/opportunities?status=all&o=${insight().id}`)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Technical issues')
  return { ...api, visited, dialog: within(dialog) }
}

describe('related opportunities of the task', () => {
  const lead = insight({ type: 'keyword_opportunity', followerIds: ['decay', 'titles'] })
  const decay = insight({
    id: 'decay',
    type: 'content_decay',
    title: 'Bring /tents up to date',
    leadId: lead.id,
  })
  const started = insight({ id: 'titles', title: 'Shorten its title', leadId: lead.id, status: 'in_progress' })
  const slow = insight({ id: 'slow', type: 'slow_page', title: 'Speed up /tents' })

  async function openTask(address: string) {
    const api = serveInsights([lead, decay, started, slow])
    const others = [answer('/api/integrations', []), answer('/api/technical/crawls', [])]
    server.use(...api.handlers, ...others, ...signedIn())
    openApp(address)
    const dialog = within(await screen.findByRole('dialog'))
    const heading = await dialog.findByRole('heading', { name: 'Related opportunities' })
    return { ...api, together: within(heading.closest('section')!) }
  }

  it('are listed, and open from there', async () => {
    const { together } = await openTask(`/opportunities?status=all&o=${lead.id}`)
    expect(together.queryByText('Speed up /tents')).toBeNull()
    await userEvent.click(await together.findByRole('button', { name: /Bring \/tents up to date/ }))
    expect(await screen.findByRole('heading', { name: 'Bring /tents up to date' })).toBeInTheDocument()
  })
  it('are done together, hidden ones included, and restored by Undo', async () => {
    const { together, statusChanges } = await openTask(`/opportunities?type=content_decay&o=decay`)
    expect(await together.findByText('Shorten its title')).toBeInTheDocument()
    await userEvent.click(await together.findByRole('button', { name: 'Mark all 3 as Done' }))
    expect(await screen.findByText('3 opportunities updated')).toBeInTheDocument()
    expect(statusChanges).toEqual(['decay', lead.id, 'titles'].map((id) => ({ id, status: 'done' })))
    await inToast('Undo')
    await waitFor(() => expect(statusChanges.at(-1)).toEqual({ id: 'titles', status: 'in_progress' }))
    expect(statusChanges.slice(3, 6).map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  })
})

it('lists the other findings that its fix settles', async () => {
  const { dialog } = await openDetail({
    also: [{ type: 'keyword_opportunity', entity: { query: 'tents' }, reason: 'the title lacks “tents”' }],
  })
  const also = within(dialog.getByRole('region', { name: 'Also settled by this fix' }))
  expect(also.getByRole('listitem')).toHaveTextContent('The title lacks “tents”Keyword opportunity')
})

describe('the value', () => {
  it('if missing, names the source that would give it', async () => {
    const searchConsole = { provider: 'gsc', status: 'disconnected' }
    const { dialog } = await openDetail({}, answer('/api/integrations', [searchConsole] as never))
    expect(await dialog.findByRole('link', { name: 'Connect Search Console' })).toHaveAttribute(
      'href',
      '/settings?tab=integrations',
    )
  })

  const worth = { value: euros(120, 200, 340), confidence: 38 }

  it('is one line, with its calculation under How we know', async () => {
    const { dialog } = await openDetail({
      ...worth,
      evidence: {
        probabilityReal: 0.95,
        probabilityFix: 0.4,
        clicksLow: 40,
        clicksMid: 64,
        clicksHigh: 110,
        clickValue: 3.1,
        clickValueSource: 'Revenue of organic visits in Google Analytics',
      },
    })
    expect(dialog.getByText('About €200').parentElement).toHaveTextContent(
      'About €200 a month in estimated revenue if it works (range €120 – €340)',
    )
    const method = within(dialog.getByText('How we know').closest('details')!)
    expect(method.getByText('Value').nextSibling).toHaveTextContent(
      '64 extra clicks × €3.10 a click (Revenue of organic visits in Google Analytics)',
    )
    expect(method.getByText('Confidence').nextSibling).toHaveTextContent(
      '38%: the problem is real (95%) and the fix works (40%)',
    )
    expect(method.getByText('Expected value').nextSibling).toHaveTextContent('€76 a month (used for ranking)')
  })
  it('shows the figures that persuade most, with their sources, and the others when asked', async () => {
    const names = 'conversionRate usualRate terms clicks spend position volume places pages peerPages'
    const evidence = Object.fromEntries(names.split(' ').map((name) => [name, 3]))
    const { dialog } = await openDetail({ ...worth, evidence: { ...evidence, source: 'Google Analytics 4' } })
    const section = within(dialog.getByRole('region', { name: 'Evidence' }))
    expect(section.getByText('Source')).toBeInTheDocument()
    expect(section.queryByText('Similar pages')).toBeNull()
    await userEvent.click(section.getByRole('button', { name: 'Show 2 more figures' }))
    expect(section.getByText('Similar pages')).toBeInTheDocument()
  })
  it('comes before the steps, the steps before the evidence, and the method last', async () => {
    const { dialog } = await openDetail({ ...worth, evidence: { clicks: 12, usualRateCountsLikeVisits: 436 } })
    const order = ['About €200', 'Open the template.', 'Evidence', 'Trend', 'How we know'].map((text) =>
      dialog.getByText(text),
    )
    for (const [i, element] of order.slice(1).entries())
      expect(order[i]!.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const evidence = within(dialog.getByRole('region', { name: 'Evidence' }))
    expect(evidence.getByText('Clicks')).toBeInTheDocument()
    expect(evidence.queryByText('Prior weight (visits)')).toBeNull()
    expect(dialog.getByText('Prior weight (visits)').closest('details')).not.toHaveAttribute('open')
  })
  it('says where an average stands for a target that is not set', async () => {
    const { dialog } = await openDetail({ ...worth, evidence: { targetBasis: 'Your average CPA.' } })
    const method = within(dialog.getByText('How we know').closest('details')!)
    expect(method.getByText('Target').nextSibling).toHaveTextContent('Your average CPA.')
  })
  it('mentions no clicks for other kinds of value', async () => {
    const { dialog } = await openDetail({ ...worth, evidence: { probabilityReal: 1, probabilityFix: 0.38 } })
    const method = within(dialog.getByText('How we know').closest('details')!)
    expect(method.getByText('Expected value')).toBeInTheDocument()
    expect(method.queryByText('Value')).toBeNull()
  })
  it('links to the rule of its type', async () => {
    const { dialog } = await openDetail()
    expect(dialog.getByRole('link', { name: 'How we find this' })).toHaveAttribute(
      'href',
      '/settings?tab=tuning&rule=meta_issues',
    )
  })
  it('labels a data warning about the whole site', async () => {
    const { dialog } = await openDetail({ entityType: 'site', entity: {} })
    expect(dialog.getByText('Data warning')).toBeInTheDocument()
    expect(dialog.getByText('Whole site')).toBeInTheDocument()
  })
})

describe('the daily metrics', () => {
  const days: Schemas['InsightDays'] = {
    metrics: [
      { name: 'clicks', title: 'Clicks', unit: 'count', better: 'up' },
      { name: 'position', title: 'Position', unit: 'position', better: 'down' },
      { name: 'never', title: 'Never counted', unit: 'count', better: 'up' },
    ],
    days: [
      { day: '2026-11-16', values: { clicks: 4, position: 8.1, never: null } },
      { day: '2026-11-17', values: { clicks: null, position: null, never: null } },
      { day: '2026-11-18', values: { clicks: 9, position: 6, never: null } },
    ],
    changes: [
      {
        id: 'c1',
        siteId: insight().siteId,
        day: '2026-11-18',
        kind: 'note',
        text: 'New title',
        createdAt: '2026-11-18T09:00:00Z',
      },
    ],
  }
  const open = () =>
    openDetail(
      { evidence: { window: 'November 17, 2026 to November 18, 2026; 1 of 28 days is missing' } },
      answer('/api/insights/{id}/daily', days),
    )

  it('are drawn with their window, gaps and changes, and as a table', async () => {
    const { dialog } = await open()
    const table = within(await dialog.findByRole('table', { name: 'Clicks by day' }))
    expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'DayClicksChanges',
      'Nov 16, 20264',
      'Nov 17, 2026No data',
      'Nov 18, 20269New title',
    ])
    expect(document.querySelector('[data-shaded]')).toHaveAttribute('data-shaded', '2026-11-17/2026-11-18')
    expect(dialog.getByRole('button', { name: 'Nov 18, 2026: New title' })).toBeInTheDocument()
    expect(dialog.getByText(/1 of 3 days without data/)).toBeInTheDocument()
  })
  it('switch between the metrics', async () => {
    const { dialog } = await open()
    const figures = within(await dialog.findByRole('group', { name: 'Figure' }))
    expect(figures.getAllByRole('button').map((one) => one.textContent)).toEqual(['Clicks', 'Position'])
    await userEvent.click(figures.getByRole('button', { name: 'Position' }))
    expect(dialog.getByRole('table', { name: 'Position by day' })).toBeInTheDocument()
    expect(dialog.getByText(/higher is better/)).toBeInTheDocument()
  })
  it('with a single value are text, as one point is no line', async () => {
    const { dialog } = await openDetail(
      {},
      answer('/api/insights/{id}/daily', {
        metrics: [{ name: 'lcp', title: 'LCP', unit: 'seconds', better: 'down' }],
        days: [{ day: '2026-11-18', values: { lcp: 4.43 } }],
        changes: [],
      }),
    )
    expect(await dialog.findByText('4.4 s on Nov 18, 2026 (first measurement)')).toBeInTheDocument()
    expect(dialog.queryByRole('slider')).toBeNull()
  })
  it('do not count days without data yet as missing', async () => {
    const [one, two, three] = days.days
    const late = { ...days, days: [one, three, two] }
    const { dialog } = await openDetail({}, answer('/api/insights/{id}/daily', late))
    expect(await dialog.findByText(/no data after Nov 18, 2026/i)).not.toHaveTextContent('have no data')
  })
  it('say so when no source has them', async () => {
    const { dialog } = await openDetail()
    expect(await dialog.findByText('No daily data yet.')).toBeInTheDocument()
  })
  it('are retried after an error, while the rest stays', async () => {
    let broken = true
    const { dialog } = await openDetail(
      {},
      http.get('*/api/insights/:id/daily', () => (broken ? problem(503, 'Away.') : HttpResponse.json(days))),
    )
    const section = within(dialog.getByRole('region', { name: 'Trend' }))
    expect(await section.findByText('Away.')).toBeInTheDocument()
    expect(dialog.getByText('Open the template.')).toBeInTheDocument()
    broken = false
    await userEvent.click(section.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByRole('table', { name: 'Clicks by day' })).toBeInTheDocument()
  })
})

describe('the fixes', () => {
  const titles: Schemas['Fix'] = {
    kind: 'titles',
    title: 'Title proposals',
    fileName: 'titles.csv',
    mediaType: 'text/csv',
    content: `url,title\r\n${Array.from({ length: 8 }, (_, i) => `https://a.example/${i},Title ${i}\r\n`).join('')}`,
  }
  const open = () => openDetail({}, answer('/api/insights/{id}/fixes', [ticket, titles]))

  it('are previewed, the ticket last, and expanded on request', async () => {
    const { dialog } = await open()
    const fix = within(await dialog.findByRole('article', { name: 'Title proposals' }))
    expect(dialog.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Title proposals',
      'Ticket',
    ])
    expect(fix.getByText('titles.csv, 9 lines')).toBeInTheDocument()
    expect(fix.queryByText(/Title 7/)).toBeNull()
    await userEvent.click(fix.getByRole('button', { name: 'Show all 9 lines' }))
    expect(fix.getByText(/Title 7/)).toBeInTheDocument()
  })
  it('are copied verbatim', async () => {
    const user = userEvent.setup()
    const { dialog } = await open()
    await user.click(await dialog.findByRole('button', { name: 'Copy Title proposals' }))
    expect(await screen.findByText('Title proposals copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe(titles.content)
  })
  it('are downloaded under their names, CSV with a byte order mark', async () => {
    const created: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      created.push(blob as Blob)
      return 'blob:made'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download)
    })
    const { dialog } = await open()
    await userEvent.click(await dialog.findByRole('button', { name: 'Download Title proposals' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Download Ticket' }))
    expect(clicked).toEqual(['titles.csv', 'ticket.md'])
    const texts = await Promise.all(created.map((blob) => blob.arrayBuffer()))
    const [table, words] = texts.map((bytes) => new Uint8Array(bytes).slice(0, 3))
    expect(table).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(new TextDecoder().decode(words)).toBe('# G')
  })
})
