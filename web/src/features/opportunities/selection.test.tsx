import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { problem } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { serveOpportunities as serve, type Insights } from '@/test/opportunities'

async function selectAll(insights: Insights) {
  const api = serve(insights)
  openApp('/opportunities')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all opportunities' }))
  return { ...api, bar: within(await screen.findByRole('region', { name: 'Selected opportunities' })) }
}

describe('the selection', () => {
  const started = insight({ id: 'started', title: 'Renew the guide', status: 'in_progress' })
  const ids = [insight().id, started.id]

  it('is marked as done in one call, which is undone as it was', async () => {
    const { bar, statusChanges } = await selectAll([insight(), started])
    expect(bar.getByRole('status')).toHaveTextContent('2 selected')
    await userEvent.click(bar.getByRole('button', { name: 'Mark as Done' }))
    expect(await screen.findByText('2 opportunities marked as done')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Selected opportunities' })).toBeNull()
    await inToast('Undo')
    await waitFor(() =>
      expect(statusChanges.slice(2)).toEqual([
        { id: insight().id, status: 'open' },
        { id: started.id, status: 'open' },
        { id: started.id, status: 'in_progress' },
      ]),
    )
  })
  it('is closed again by the undo where it was closed before', async () => {
    const closed = insight({ id: 'closed', title: 'Old titles', status: 'dismissed', reason: 'No time' })
    const { statusChanges } = serve([insight(), closed])
    openApp('/opportunities?status=all')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all opportunities' }))
    const bar = within(await screen.findByRole('region', { name: 'Selected opportunities' }))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as Done' }))
    await inToast('Undo')
    await waitFor(() =>
      expect(statusChanges.slice(2)).toEqual([
        { id: insight().id, status: 'open' },
        { id: closed.id, status: 'dismissed', reason: 'No time' },
      ]),
    )
  })
  it('is dismissed with its reason', async () => {
    const { bar, statusChanges } = await selectAll([insight(), started])
    await userEvent.click(bar.getByRole('button', { name: 'Dismiss' }))
    await userEvent.type(
      bar.getByRole('textbox', { name: 'Reason for dismissing' }),
      'A relaunch is due{Enter}',
    )
    expect(await screen.findByText('2 opportunities dismissed')).toBeInTheDocument()
    expect(statusChanges).toEqual(ids.map((id) => ({ id, status: 'dismissed', reason: 'A relaunch is due' })))
  })
  it('is given to somebody, and back to whom it was', async () => {
    const { bar, edits } = await selectAll([insight(), { ...started, assignee: 'Ben' }])
    await userEvent.click(bar.getByRole('button', { name: 'Assign' }))
    await userEvent.type(bar.getByRole('combobox', { name: 'Assign to' }), 'Zoe{Enter}')
    expect(await screen.findByText('2 opportunities assigned to Zoe')).toBeInTheDocument()
    await inToast('Undo')
    await waitFor(() =>
      expect(edits).toEqual([
        { ids, assignee: 'Zoe' },
        { ids: [insight().id], assignee: '' },
        { ids: [started.id], assignee: 'Ben' },
      ]),
    )
  })
  it('names the first reason when some cannot be changed, and keeps the selection when none can', async () => {
    const { bar } = await selectAll([insight(), started])
    const failed = [{ id: started.id, detail: 'This opportunity does not exist.' }]
    server.use(http.patch('*/api/insights', () => problem(409, 'Somebody deleted the site.')))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as Done' }))
    expect(
      await screen.findByText('The opportunities were not changed: Somebody deleted the site.'),
    ).toBeInTheDocument()
    expect(bar.getByRole('status')).toHaveTextContent('2 selected')
    server.use(http.patch('*/api/insights', () => HttpResponse.json({ changed: [insight().id], failed })))
    await userEvent.click(bar.getByRole('button', { name: 'Mark as Done' }))
    expect(await screen.findByText('1 opportunity marked as done')).toBeInTheDocument()
    expect(screen.getByText('1 could not be changed: This opportunity does not exist.')).toBeInTheDocument()
  })
  it('is exported as the screen shows it, and a click on a box opens nothing', async () => {
    let saved: Blob | undefined
    URL.createObjectURL = (blob) => {
      saved = blob as Blob
      return 'blob:1'
    }
    const value = { low: 120, mid: 200, high: 340, unit: 'currency', currency: 'EUR' } as const
    const { bar } = await selectAll([insight({ value }), started])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Renew the guide' }))
    expect(bar.getByRole('status')).toHaveTextContent('1 selected')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(bar.getByRole('button', { name: 'Export CSV' }))
    const lines = (await saved!.text()).trim().split(/\r\n(?=Give|Renew)/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(',120,200,340,EUR,30,90,71,Open,')
  })
})
