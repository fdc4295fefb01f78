import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { setSingleKeys } from '@/lib/interaction/shortcuts'
import { user } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { second, serveOpportunities as serve, titles } from '@/test/opportunities'
import { server } from '@/test/server'

const third = insight({ id: 'third', title: 'Shorten the long titles', score: 40 })
const press = (keys: string) => userEvent.keyboard(keys)
const row = (title: string) => screen.findByRole('button', { name: title })
const focused = (title: string) => waitFor(async () => expect(await row(title)).toHaveFocus())

async function openList() {
  const api = serve([insight(), second, third])
  const visited = openApp('/opportunities')
  await screen.findByRole('heading', { name: 'Opportunities (3)' })
  return { ...api, visited }
}

describe('the keyboard in the list', () => {
  it('J and K move from row to row, X selects, Escape clears the selection', async () => {
    await openList()
    await press('j')
    await focused(insight().title)
    await press('jj')
    await focused(third.title)
    await press('k')
    await focused(second.title)
    await press('x')
    const bar = await screen.findByRole('region', { name: 'Selected opportunities' })
    expect(within(bar).getByRole('status')).toHaveTextContent('1 selected')
    await press('{Escape}')
    await waitFor(() => expect(bar).not.toBeInTheDocument())
  })
  it('E marks as done, and the focus goes to the next row; Ctrl+Z takes it back', async () => {
    const { statusChanges } = await openList()
    await press('jj')
    await focused(second.title)
    await press('e')
    await focused(third.title)
    await press('{Control>}z{/Control}')
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect(statusChanges.map(({ id, status }) => [id, status])).toEqual([
      [second.id, 'done'],
      [second.id, 'open'],
    ])
  })
  it('? names every key as it is labelled', async () => {
    await openList()
    await press('jx?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(dialog.getByText('Clear the selection').nextSibling).toHaveTextContent(/^Esc$/)
    expect(dialog.getByText('Mark as Done').nextSibling).toHaveTextContent(/^E$/)
    expect(dialog.getByText('Open the command palette').nextSibling).toHaveTextContent(/^Ctrl K$/)
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('E marks all selected as done, and Ctrl+Z takes all back', async () => {
    const { statusChanges } = await openList()
    await press('jxjx')
    await press('e')
    await waitFor(async () => expect(await titles()).toEqual([third.title]))
    expect(screen.queryByRole('region', { name: 'Selected opportunities' })).toBeNull()
    await press('{Control>}z{/Control}')
    await waitFor(async () => expect(await titles()).toHaveLength(3))
    expect(statusChanges.map(({ id, status }) => [id, status])).toEqual([
      [insight().id, 'done'],
      [second.id, 'done'],
      [insight().id, 'open'],
      [second.id, 'open'],
    ])
  })
  it('undoes several changes, the newest first, also from the list of changes', async () => {
    const { statusChanges } = await openList()
    await press('je')
    await focused(second.title)
    await press('e')
    await focused(third.title)
    await waitFor(() => expect(statusChanges).toHaveLength(2))
    await press('{Control>}z{/Control}')
    await waitFor(async () => expect(await titles()).toEqual([second.title, third.title]))
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }))
    await userEvent.click(
      await screen.findByRole('button', { name: `Undo: Marked as done: ${insight().title}` }),
    )
    await waitFor(async () => expect(await titles()).toHaveLength(3))
  })
  it('O opens the detail, where J and E go on; the focus then is on a row', async () => {
    const { statusChanges, visited } = await openList()
    await press('jo')
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findByRole('heading', { name: insight().title })).toBeInTheDocument()
    await press('j')
    expect(await sheet.findByRole('heading', { name: second.title })).toBeInTheDocument()
    expect(visited.at(-1)).toBe(`/opportunities?o=${second.id}`)
    await press('e')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(statusChanges).toEqual([{ id: second.id, status: 'done' }])
    await waitFor(() => expect(document.activeElement?.closest('tr[data-index]')).not.toBeNull())
  })
  it('does nothing while somebody types, and can be switched off', async () => {
    const { statusChanges } = await openList()
    const search = screen.getByRole('searchbox', { name: 'Search opportunities' })
    await press('/')
    expect(search).toHaveFocus()
    await press('jex?')
    expect(search).toHaveValue('jex?')
    await userEvent.clear(search)
    search.blur()
    await press('?')
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Single-key shortcuts/ }))
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('j?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('{Control>}k{/Control}')
    expect(await screen.findByRole('combobox', { name: 'Search or run a command' })).toBeInTheDocument()
    expect(statusChanges).toEqual([])
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    act(() => setSingleKeys(true))
  })
})

describe('a change', () => {
  it('is on screen before the server has answered, and taken back when it refuses', async () => {
    await openList()
    const refusal = new EventTarget()
    const refused = new Promise((resolve) => refusal.addEventListener('now', resolve))
    server.use(
      http.patch('*/api/insights', async () => {
        await refused
        return problem(409, 'Somebody deleted the site.')
      }),
    )
    await press('je')
    await waitFor(async () => expect(await titles()).toEqual([second.title, third.title]))
    refusal.dispatchEvent(new Event('now'))
    expect(await screen.findByText(/Somebody deleted the site/)).toBeInTheDocument()
    await waitFor(async () => expect(await titles()).toHaveLength(3))
  })
})

describe('saved views', () => {
  it('keep filters and columns under a name, and open them again', async () => {
    const api = serveInsights([insight(), second])
    let views: object[] = []
    serve([])
    server.use(
      ...api.handlers,
      http.get('*/api/views', () => HttpResponse.json(views)),
      http.put('*/api/views', async ({ request }) => {
        views = ((await request.json()) as { views: object[] }).views
        return HttpResponse.json({ views })
      }),
    )
    const visited = openApp('/opportunities?sort=effort')
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Confidence' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Confidence' })).toBeNull())
    await press('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Views' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name of the view' }), 'Quick wins{Enter}')
    expect(await screen.findByText('View saved')).toBeInTheDocument()
    const columns = ['type', 'value', 'effort', 'score', 'assignee', 'createdAt']
    expect(views).toEqual([
      { screen: '/opportunities', name: '', query: '', columns },
      { screen: '/opportunities', name: 'Quick wins', query: 'sort=effort', columns },
    ])
    await press('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await userEvent.click(screen.getByRole('button', { name: 'Views' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Quick wins' }))
    expect(visited.at(-1)).toBe('/opportunities?sort=effort')
  })
})

describe('steps', () => {
  it('are marked as done one by one, and kept', async () => {
    const { edits } = serve([insight()])
    openApp(`/opportunities?o=${insight().id}`)
    const sheet = within(await screen.findByRole('dialog'))
    await userEvent.click(await sheet.findByRole('checkbox', { name: 'Step 2 done' }))
    expect(await sheet.findByText('1 of 2 done')).toBeInTheDocument()
    await waitFor(() => expect(edits).toEqual([{ doneSteps: ['Add a title.'] }]))
    expect(await sheet.findByRole('checkbox', { name: 'Step 2 done' })).toBeChecked()
  })
})

describe('steps of an opportunity', () => {
  it('are given to somebody with a due date, shown behind the step, and undone', async () => {
    const { edits } = serve([insight({ stepPlans: [{ step: 'Open the template.', assignee: 'Cy' }] })])
    openApp(`/opportunities?o=${insight().id}`)
    const sheet = within(await screen.findByRole('dialog'))
    await userEvent.click(await sheet.findByRole('button', { name: 'Plan step 2' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Assign to…' }))
    await userEvent.type(await sheet.findByRole('combobox', { name: 'Assign to' }), 'Bo Lee{Enter}')
    expect(await sheet.findByText('Bo Lee')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sheet.queryByText('Bo Lee')).toBeNull())
    const kept = { step: 'Open the template.', assignee: 'Cy' }
    await waitFor(() =>
      expect(edits).toEqual([
        { stepPlans: [kept, { step: 'Add a title.', assignee: 'Bo Lee' }] },
        { stepPlans: [kept] },
      ]),
    )
    await userEvent.click(sheet.getByRole('button', { name: 'Plan step 1' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Due date…' }))
    await userEvent.type(await sheet.findByLabelText('Due date'), '2026-12-01')
    await userEvent.click(sheet.getByRole('button', { name: 'Save' }))
    expect(await sheet.findByText('Cy · Due Dec 1, 2026')).toBeInTheDocument()
    await waitFor(() => expect(edits.at(-1)).toEqual({ stepPlans: [{ ...kept, dueDate: '2026-12-01' }] }))
  })

  it('show viewers whose they are, without a way to change it', async () => {
    serve([insight({ stepPlans: [{ step: 'Add a title.', assignee: 'Bo Lee', dueDate: '2026-12-01' }] })])
    server.use(answer('/api/auth/user', { ...user, role: 'viewer' }))
    openApp(`/opportunities?o=${insight().id}`)
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findByText('Bo Lee · Due Dec 1, 2026')).toBeInTheDocument()
    expect(sheet.queryByRole('button', { name: /^Plan step/ })).toBeNull()
  })
})

describe('without the list of sites', () => {
  it('says so and offers to try again, in the header too, and never to add a site', async () => {
    serve([insight()])
    server.use(http.get('*/api/sites', () => problem(500, 'The database is away.')))
    openApp('/opportunities')
    expect(await screen.findByText('The database is away.')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'All Opportunities' })).toBeInTheDocument()
    const header = within(screen.getByRole('banner'))
    expect(header.queryByRole('link', { name: 'Add Site' })).toBeNull()
    server.use(answer('/api/sites', [{ id: insight().siteId, name: 'Northwind', domain: 'northwind.example' }]))
    await userEvent.click(header.getByRole('button', { name: 'Load sites again' }))
    expect(await screen.findByRole('heading', { name: 'Opportunities (1)' })).toBeInTheDocument()
  })
})
