import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { dayAfter } from '../dates'
import { user } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { inToast } from '@/test/in-toast'
import { insight, serveInsights } from '@/test/insights'
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

const choose = async (dialog: ReturnType<typeof within>, menu: string, item: string) => {
  await userEvent.click(dialog.getByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('snoozing', () => {
  it('snoozes it for a week, closes it and offers to take that back', async () => {
    const { dialog, edits } = await openDetail()
    await choose(dialog, 'Snooze', 'A week')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const until = new Date((edits[0] as Insight).snoozedUntil ?? '')
    expect([until.getHours(), until.getMinutes()]).toEqual([0, 0])
    expect(Math.ceil((until.getTime() - Date.now()) / 86_400_000)).toBe(7)
    await inToast('Undo')
    await waitFor(() => expect(edits[1]).toEqual({ snoozedUntil: null }))
  })
  it('snoozes it until a chosen day, which cannot be today', async () => {
    const { dialog, edits } = await openDetail()
    await choose(dialog, 'Snooze', 'Choose a day…')
    const box = dialog.getByLabelText('Snooze until')
    expect(box).toHaveFocus()
    expect(box).toHaveAttribute('min', dayAfter(1))
    await userEvent.clear(box)
    await userEvent.type(box, dayAfter(45))
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
    await waitFor(() =>
      expect(edits).toEqual([{ snoozedUntil: new Date(`${dayAfter(45)}T00:00`).toISOString() }]),
    )
  })
  it('wakes a snoozed one', async () => {
    const { dialog, edits } = await openDetail({ snoozedUntil: `${dayAfter(3)}T12:00:00Z` })
    expect(dialog.getByText(/^Snoozed until/)).toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Snooze' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Wake' }))
    expect(await dialog.findByRole('button', { name: 'Snooze' })).toBeInTheDocument()
    expect(edits).toEqual([{ snoozedUntil: null }])
  })
  it('is no longer snoozed once its day has come', async () => {
    const { dialog } = await openDetail({ snoozedUntil: '2026-01-01T00:00:00Z' })
    expect(dialog.queryByText(/^Snoozed until/)).toBeNull()
    expect(dialog.getByRole('button', { name: 'Snooze' })).toBeInTheDocument()
  })
  it('dismisses it with a common reason', async () => {
    const { dialog, statusChanges } = await openDetail()
    await choose(dialog, 'Dismiss with a reason', 'Not a problem')
    await waitFor(() =>
      expect(statusChanges).toEqual([{ id: insight().id, status: 'dismissed', reason: 'Not a problem' }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('dismisses it with a custom reason, or cancels', async () => {
    const { dialog, statusChanges } = await openDetail()
    await choose(dialog, 'Dismiss with a reason', 'Another reason…')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason for dismissing' }), '{Escape}')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    await choose(dialog, 'Dismiss with a reason', 'Another reason…')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason for dismissing' }), 'We sell no tents')
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() =>
      expect(statusChanges).toEqual([{ id: insight().id, status: 'dismissed', reason: 'We sell no tents' }]),
    )
  })
})

describe('the hours', () => {
  it('are edited in place, and return to the usual ones', async () => {
    const { dialog, edits } = await openDetail({ hours: 6, usualHours: 6 })
    expect(dialog.getByText('Work').nextSibling).toHaveTextContent('6 hours')
    await userEvent.click(dialog.getByRole('button', { name: 'Change hours' }))
    const box = dialog.getByRole('spinbutton', { name: 'Hours of work' })
    expect(dialog.queryByRole('button', { name: /^Reset to/ })).toBeNull()
    await userEvent.clear(box)
    await userEvent.type(box, '0.75{Enter}')
    await waitFor(() => expect(dialog.getByText('Work').nextSibling).toHaveTextContent('45 min'))
    await userEvent.click(dialog.getByRole('button', { name: 'Change hours' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reset to 6 hours' }))
    await waitFor(() => expect(edits).toEqual([{ hours: 0.75 }, { hours: null }]))
  })
  it('stay within the server’s limits', async () => {
    const { dialog, edits } = await openDetail({ hours: 6 })
    await userEvent.click(dialog.getByRole('button', { name: 'Change hours' }))
    const box = dialog.getByRole('spinbutton', { name: 'Hours of work' })
    await userEvent.clear(box)
    await userEvent.type(box, '500{Enter}')
    expect(box).toBeInvalid()
    await userEvent.keyboard('{Escape}')
    expect(dialog.getByText('Work').nextSibling).toHaveTextContent('6 hours')
    expect(edits).toEqual([])
  })
})

describe('the assignee', () => {
  it('is nobody at first; the user is suggested', async () => {
    const { dialog, edits } = await openDetail()
    expect(dialog.getByText('Assigned to').nextSibling).toHaveTextContent(/^Assign$/)
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Assign to me' }))
    await waitFor(() => expect(dialog.getByText('Assigned to').nextSibling).toHaveTextContent('Ana Lopez'))
    expect(edits).toEqual([{ assignee: 'Ana Lopez' }])
  })
  it('is free text, with the server’s validation error', async () => {
    const { dialog } = await openDetail(
      {},
      http.patch('*/api/insights/:id', () => problem(400, 'Use at most 100 characters.', 'assignee')),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Assigned to' }), 'Bo{Enter}')
    expect(await screen.findByText('Failed to update insight: Use at most 100 characters.')).toBeInTheDocument()
    expect(dialog.getByRole('combobox', { name: 'Assigned to' })).toHaveValue('Bo')
  })
  it('shows and edits the reason of a dismissed one', async () => {
    const { dialog, edits } = await openDetail({ status: 'dismissed', reason: 'Not worth it' })
    expect(dialog.getByText('Reason').nextSibling).toHaveTextContent('Not worth it')
    await userEvent.click(dialog.getByRole('button', { name: 'Change reason' }))
    const box = dialog.getByRole('textbox', { name: 'Reason' })
    await userEvent.clear(box)
    await userEvent.type(box, 'Planned for spring')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(edits).toEqual([{ reason: 'Planned for spring' }]))
  })
})

describe('the due date', () => {
  it('is none at first; a chosen day is saved with Enter', async () => {
    const { dialog, edits } = await openDetail()
    expect(dialog.getByText('Due').nextSibling).toHaveTextContent(/^Set due date$/)
    await userEvent.click(dialog.getByRole('button', { name: 'Set due date' }))
    await userEvent.type(dialog.getByLabelText('Due'), '2026-12-04')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(edits).toEqual([{ dueOn: '2026-12-04' }]))
    await waitFor(() => expect(dialog.getByText('Due').nextSibling).toHaveTextContent('Dec 4, 2026'))
  })
  it('stays as it was after Escape, which leaves the opportunity open', async () => {
    const { dialog, edits } = await openDetail({ dueOn: '2026-12-04' })
    await userEvent.click(dialog.getByRole('button', { name: 'Change due date' }))
    await userEvent.clear(dialog.getByLabelText('Due'))
    await userEvent.keyboard('{Escape}')
    expect(dialog.getByText('Due').nextSibling).toHaveTextContent('Dec 4, 2026')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    expect(edits).toEqual([])
  })
})

const fixed: Schemas['Outcome'] = {
  status: 'waiting',
  fixedAt: '2026-10-01T12:00:00Z',
  dueAt: '2026-10-29T12:00:00Z',
  measuredAt: null,
  forecast: euros(100, 200, 300),
  gain: null,
  worked: null,
  controls: 0,
  reason: '',
}
const outcomeOf = async (outcome: Schemas['Outcome'], ...handlers: Parameters<typeof server.use>) => {
  const { dialog } = await openDetail({ status: 'done', resolution: 'fixed', outcome }, ...handlers)
  return within(dialog.getByRole('region', { name: 'Outcome' }))
}

describe('the outcome', () => {
  it('names the day on which the measurement ends', async () => {
    const outcome = await outcomeOf(
      fixed,
      answer('/api/insights/{id}/daily', {
        metrics: [{ name: 'clicks', title: 'Clicks', unit: 'count', better: 'up' }],
        days: [{ day: '2026-09-30', values: { clicks: 4 } }],
        changes: [],
      }),
    )
    expect(outcome.getByText('Fixed on Oct 1, 2026')).toBeInTheDocument()
    expect(outcome.getByText(/^Result expected on/)).toHaveTextContent(
      'Result expected on Oct 29, 2026. Forecast: €200 a month.',
    )
    expect(outcome.getByRole('meter')).toBeInTheDocument()
  })
  it('is announced only where daily metrics exist', async () => {
    const outcome = await outcomeOf(fixed)
    expect(await outcome.findByText(/so the effect can’t be measured/)).toBeInTheDocument()
    expect(outcome.queryByText(/^Result expected on/)).toBeNull()
    expect(outcome.queryByRole('meter')).toBeNull()
  })
  it('shows the gain beside the forecast, with its interval and controls', async () => {
    const measured = { ...fixed, status: 'measured', measuredAt: '2026-10-29T12:00:00Z', controls: 12 } as const
    const outcome = await outcomeOf({ ...measured, gain: euros(60, 180, 290), worked: true })
    expect(outcome.getByText('It worked')).toBeInTheDocument()
    expect(outcome.getByText('Forecast').nextSibling).toHaveTextContent('+€200, between +€100 and +€300')
    expect(outcome.getByText('Measured').nextSibling).toHaveTextContent('+€180, between +€60 and +€290')
    expect(outcome.getByText(/^Compared with 12 similar ones/)).toHaveTextContent('on Oct 29, 2026')
  })
  it('shows a loss too', async () => {
    const outcome = await outcomeOf({ ...fixed, status: 'measured', gain: euros(-90, -40, -5), worked: false })
    expect(outcome.getByText('It did not work')).toBeInTheDocument()
    expect(outcome.getByText('Measured').nextSibling).toHaveTextContent('-€40, between -€90 and -€5')
  })
  it('says why it cannot be measured', async () => {
    const outcome = await outcomeOf({ ...fixed, status: 'unknown', reason: 'The page had 3 clicks.' })
    expect(outcome.getByText(/The result can’t be measured/).parentElement).toHaveTextContent(
      'The page had 3 clicks.',
    )
    expect(outcome.queryByText('Measured')).toBeNull()
  })
})

describe('the assignee', () => {
  it('is marked once they are no longer a member', async () => {
    const { dialog } = await openDetail({ assignee: 'Bo Lee', assigneeId: 'b1' })
    expect(await dialog.findByText('Former member')).toBeInTheDocument()
  })
  it('is not marked while they are one', async () => {
    const { dialog } = await openDetail(
      { assignee: 'Ana', assigneeId: user.id },
      answer('/api/members', [{ id: user.id, email: user.email, firstName: 'Ana', lastName: '' }]),
    )
    expect(await dialog.findByText('Ana')).toBeInTheDocument()
    expect(dialog.queryByText('Former member')).toBeNull()
  })
})

describe('the owner of a step', () => {
  const step = 'Add a title.'
  const plan = { step, assignee: 'Bo Lee', assigneeId: 'b1' }
  const ana = { id: user.id, email: user.email, firstName: 'Ana', lastName: '' }
  it('is marked once they are no longer a member, until somebody else has the step', async () => {
    const { dialog, edits } = await openDetail({ stepPlans: [plan] }, answer('/api/members', [ana]))
    expect(await dialog.findByText('Former member')).toBeInTheDocument()
    await choose(dialog, 'Plan step 2', 'Assign to…')
    const box = await dialog.findByRole('combobox', { name: 'Assign to' })
    await userEvent.clear(box)
    await userEvent.type(box, 'Ana{Enter}')
    await waitFor(() => expect(edits).toEqual([{ stepPlans: [{ step, assignee: 'Ana' }] }]))
    expect(await dialog.findByText('Ana')).toBeInTheDocument()
    expect(dialog.queryByText('Former member')).toBeNull()
  })
  it('is not marked while they are one', async () => {
    const members = answer('/api/members', [{ ...ana, id: 'b1', firstName: 'Bo', lastName: 'Lee' }])
    const { dialog } = await openDetail({ assignee: 'Cy', assigneeId: 'c1', stepPlans: [plan] }, members)
    expect(await dialog.findAllByText('Former member')).toHaveLength(1)
  })
})

describe('a step', () => {
  it('is copied from its menu, as a finger has no room for a second button', async () => {
    const { dialog } = await openDetail({})
    expect(await dialog.findByRole('button', { name: 'Copy step 2' })).toHaveClass('pointer-coarse:hidden')
    await choose(dialog, 'Plan step 2', 'Copy')
    expect(await screen.findByText('Step copied')).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('Add a title.')
  })
})
