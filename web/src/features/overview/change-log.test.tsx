import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { SiteChange } from '@/api/changes'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight } from '@/test/insights'
import { unknownKPIs } from '@/test/kpis'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const change = (overrides: Partial<SiteChange> = {}): SiteChange => ({
  id: 'c1',
  siteId: sites[0].id,
  day: '2026-11-18',
  kind: 'note',
  text: 'New checkout',
  createdAt: '2026-11-18T09:00:00Z',
  ...overrides,
})

/** A server that stores the changes of the first site. */
function open(initial: SiteChange[]) {
  let stored = initial
  const writes: unknown[] = []
  server.use(
    http.get('*/api/sites/:id/changes', () => HttpResponse.json(stored)),
    http.post('*/api/sites/:id/changes', async ({ request }) => {
      const note = (await request.json()) as { day: string; text: string }
      writes.push(note)
      stored = [change({ ...note, id: `c${stored.length + 1}` }), ...stored]
      return HttpResponse.json(stored[0], { status: 201 })
    }),
    http.delete('*/api/sites/:id/changes/:changeId', ({ params }) => {
      stored = stored.filter((one) => one.id !== params['changeId'])
      return new HttpResponse(null, { status: 204 })
    }),
    answer('/api/insights', [insight()]),
    answer('/api/insights/types', []),
    answer('/api/kpis/overview', unknownKPIs),
    answer('/api/integrations', []),
    ...signedIn(),
  )
  openApp('/overview')
  return writes
}

const log = async () => within(await screen.findByRole('region', { name: 'Change log' }))

describe('the change log', () => {
  it('explains itself while it is empty', async () => {
    open([])
    expect(await (await log()).findByText(/^Log a launch, price change or campaign/)).toBeInTheDocument()
  })
  it('lists what changed, and lets only notes be deleted', async () => {
    open([
      change(),
      change({ id: 'c2', kind: 'status', text: 'Fixed: 12 titles', insightId: 'i1' }),
      change({ id: 'c3', kind: 'crawl', text: 'Crawl of 405 pages: 71 issues' }),
    ])
    const list = await log()
    expect((await list.findByText('New checkout')).closest('ol')).toHaveTextContent(
      /^Nov 18, 2026New checkoutCrawl of 405 pages: 71 issuesFixed: 12 titles$/,
    )
    expect(list.getByRole('link', { name: 'Fixed: 12 titles' })).toHaveAttribute('href', '/opportunities?o=i1')
    expect(list.getAllByRole('button', { name: /^Delete the note/ })).toHaveLength(1)
  })
  it('adds a note to a day, and shows the server’s error', async () => {
    const writes = open([])
    await userEvent.click(await (await log()).findByRole('button', { name: 'Add note' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(dialog.getByText('Describe the change.')).toBeInTheDocument()
    expect(writes).toEqual([])
    await userEvent.type(dialog.getByLabelText('What changed'), ' Prices raised ')
    const day = dialog.getByLabelText('Day')
    await userEvent.clear(day)
    await userEvent.type(day, '2026-11-17')
    server.use(
      http.post('*/api/sites/:id/changes', () => problem(400, 'Choose a day until tomorrow.', 'day'), {
        once: true,
      }),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(await dialog.findByText('Choose a day until tomorrow.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByText('Note added')).toBeInTheDocument()
    expect(writes).toEqual([{ day: '2026-11-17', text: 'Prices raised' }])
    expect(await (await log()).findByText('Prices raised')).toBeInTheDocument()
  })
  it('deletes a note with an undo', async () => {
    const writes = open([change()])
    const list = await log()
    await userEvent.click(
      await list.findByRole('button', { name: 'Delete the note of Nov 18, 2026: New checkout' }),
    )
    expect(await list.findByText('No changes yet')).toBeInTheDocument()
    await inToast('Undo')
    expect(await list.findByText('New checkout')).toBeInTheDocument()
    expect(writes).toEqual([{ day: '2026-11-18', text: 'New checkout' }])
  })
  it('shows more days on request, and the first few of many status changes on a day', async () => {
    open([
      ...Array.from({ length: 12 }, (_, i) =>
        change({ id: `s${i}`, kind: 'status', text: `Fixed: ${i}`, insightId: `i${i}` }),
      ),
      ...Array.from({ length: 6 }, (_, i) =>
        change({ id: `c${i}`, day: `2026-11-0${7 - i}`, text: `Note ${i}` }),
      ),
    ])
    const list = await log()
    expect(await list.findByText('Note 3')).toBeInTheDocument()
    expect(list.queryByText('Note 4')).toBeNull()
    await userEvent.click(list.getByRole('button', { name: 'Show more' }))
    expect(list.getByText('Note 5')).toBeInTheDocument()
    expect(list.getAllByRole('link')).toHaveLength(2)
    await userEvent.click(list.getByRole('button', { name: '+10 more' }))
    expect(list.getAllByRole('link')).toHaveLength(12)
  })
})
