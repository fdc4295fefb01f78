import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { useInFlight } from '@/api/core/in-flight'
import { FakeEventSource } from '@/test/event-source'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { serveRules, rule, siteRules } from '@/test/rules'
import { server } from '@/test/server'
import { useDraft } from './draft'
import { describeMatches } from './pattern-field'
import { quantity } from './quantity'

function open(rules = siteRules(), path = '/settings?tab=tuning') {
  const api = serveRules(rules)
  server.use(...api.handlers)
  return { ...api, visited: openApp(path) }
}

// Drafts survive the screen; the next test must not see them.
afterEach(() => {
  const { result } = renderHook(() => useDraft(sites[0].id))
  act(() => result.current.discard())
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string | RegExp, text: string) =>
  userEvent.type(await screen.findByLabelText(label, { selector: 'input' }), text)
const scored = () =>
  FakeEventSource.send({ kind: 'job', jobId: 'j1', siteId: sites[0].id, status: 'running', progress: 0.5 })
const save = async () => {
  await press('Save and update')
  await screen.findByText('Waiting to look for opportunities.')
  scored()
  await screen.findByText('Saved and updated')
}

/** Serves one job; returns how often it was read. */
function serveJob(job: { id: string } & Record<string, unknown>) {
  let reads = 0
  server.use(
    http.get(`*/api/jobs/${job.id}`, () => {
      reads++
      return Response.json(job)
    }),
  )
  return () => reads
}

/** Waits until every response was received. */
const idle = () => waitFor(() => expect(useInFlight.getState().count).toBe(0))

describe('the tuning of a site', () => {
  it('is a tab between Billing and API', async () => {
    open()
    expect(await screen.findByRole('tab', { name: 'Tuning', selected: true })).toBeInTheDocument()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Integrations',
      'Team',
      'Clients',
      'Notifications',
      'Billing',
      'Tuning',
      'API',
      'Account',
    ])
  })
  it('saves only what changed, follows the scoring, and says how many opportunities changed', async () => {
    const { edits, replaceInsights } = open(siteRules({ brandTerms: ['northwind'], targetCpa: 40 }))
    const list = await screen.findByRole('list', { name: 'Brand terms' })
    expect(list).toHaveTextContent('northwind coffee, from the site')
    await type('Brand terms', 'nw coffee{Enter}')
    expect(within(list).getByRole('button', { name: 'Remove nw coffee' })).toBeInTheDocument()
    expect(await screen.findByText('1 change not saved')).toBeInTheDocument()
    await press('Save and update')
    await screen.findByText('Waiting to look for opportunities.')
    replaceInsights([insight({ score: 12 }), insight({ id: 'another' })])
    scored()
    expect(await screen.findByText('2 opportunities changed for Northwind Coffee.')).toBeInTheDocument()
    expect(edits).toEqual([{ brandTerms: ['northwind', 'nw coffee'] }])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  })
  it('ignores other jobs while it waits for the scoring', async () => {
    open()
    const read = serveJob({ id: 'crawl', kind: 'import', status: 'done', message: '' })
    await type(/^Value of a conversion, in EUR/, '25')
    await press('Save and update')
    await screen.findByText('Waiting to look for opportunities.')
    FakeEventSource.send({ kind: 'job', jobId: 'crawl', siteId: sites[0].id, status: 'done' })
    FakeEventSource.send({ kind: 'job', jobId: 'j1', siteId: sites[1].id, status: 'done' })
    await waitFor(() => expect(read()).toBe(1))
    await idle()
    expect(screen.getByRole('button', { name: 'Updating' })).toBeDisabled()
    scored()
    expect(await screen.findByText('No opportunities changed for Northwind Coffee.')).toBeInTheDocument()
  })
  it('waits for the next scoring if one was already running', async () => {
    const { replaceInsights } = open()
    const old = { kind: 'recompute', status: 'done', message: '', progress: 1, createdAt: '2026-01-01' }
    const read = serveJob({ id: 'j0', ...old })
    await type('Excluded paths', '/careers/{Enter}')
    await press('Save and update')
    await screen.findByText('Waiting to look for opportunities.')
    FakeEventSource.send({ kind: 'job', jobId: 'j0', siteId: sites[0].id, status: 'done' })
    // Once for its kind, and once to wait for its end.
    await waitFor(() => expect(read()).toBe(2))
    await idle()
    expect(screen.getByRole('button', { name: 'Updating' })).toBeDisabled()
    replaceInsights([])
    scored()
    expect(await screen.findByText('1 opportunity changed for Northwind Coffee.')).toBeInTheDocument()
  })
  it('asks whether a suspected search is the brand, with an undo', async () => {
    const { edits } = open(siteRules({ suspectedBrand: ['north coffee', 'wind shop'] }))
    await press('Is brand: north coffee')
    await press('Not brand: wind shop')
    await press('Undo: north coffee')
    expect(screen.getByRole('button', { name: 'Is brand: north coffee' })).toBeInTheDocument()
    await save()
    expect(edits).toEqual([{ notBrand: ['wind shop'] }])
  })
  it('tests a pattern on the site’s searches, and shows the server’s error', async () => {
    open()
    await type('Pattern (optional)', '^north')
    expect(
      await screen.findByText(
        'It matches 2 of the 3 searches with the most clicks: “northwind”, “Northwind shop”.',
      ),
    ).toBeInTheDocument()
    const sentence = 'This is not a valid regular expression: missing closing ).'
    server.use(http.patch('*/api/sites/:id/rules', () => problem(400, sentence, 'brandPattern')))
    await type('Pattern (optional)', '(')
    await press('Save and update')
    const field = screen.getByLabelText('Pattern (optional)')
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence)))
    expect(field).toHaveValue('^north(')
    await type('Pattern (optional)', ')')
    expect(field).not.toBeInvalid()
  })
  it('takes amounts in the currencies of site and ads, and rejects invalid numbers', async () => {
    const { edits } = open(siteRules({ targetCpa: 40 }))
    await type(/^Value of a conversion, in EUR/, 'ten')
    expect(await screen.findAllByText('Enter a number above 0 and below 1,000,000,000.')).not.toHaveLength(0)
    await press('Save and update')
    expect(edits).toEqual([])
    await userEvent.clear(screen.getByLabelText(/^Value of a conversion, in EUR/))
    await type(/^Value of a conversion/, '12,5')
    await userEvent.clear(await screen.findByLabelText(/^Target CPA, in CHF/))
    await save()
    expect(edits).toEqual([{ conversionValue: 12.5, targetCpa: null }])
  })
  it('excludes paths, several pasted at once', async () => {
    const { edits } = open()
    const box = await screen.findByLabelText('Excluded paths', { selector: 'input' })
    await userEvent.click(box)
    await userEvent.paste('/careers/\n/tag/*\n')
    await save()
    expect(edits).toEqual([{ excludedPaths: ['/careers/', '/tag/*'] }])
  })
  it('sets a number of a kind within its bounds, and resets one to its default', async () => {
    const hitRate = { type: 'meta_issues', measured: 4, worked: 3, prior: 0.5, rate: 0.7 }
    const { edits } = open(siteRules({ parameters: { meta_issues: { min_pages: 8 } }, hitRates: [hitRate] }))
    expect(await screen.findByText('3 of 4 fixes of this kind worked here')).toBeInTheDocument()
    expect(screen.queryByText('No results measured yet')).toBeNull()
    await press(/^Technical issues/)
    const box = await screen.findByLabelText('Pages at least')
    expect(box).toHaveValue('8')
    expect(box).toHaveAccessibleDescription('Usually 3 pages; from 1 to 500')
    expect(screen.queryByLabelText(/^Share at risk/)).toBeNull()
    await userEvent.type(box, '00')
    expect(box).toHaveAccessibleDescription(expect.stringContaining('Choose a number between 1 and 500.'))
    await press('Reset Pages at least')
    expect(box).toHaveValue('')
    await save()
    expect(edits).toEqual([{ parameters: { meta_issues: { min_pages: null } } }])
  })
  it('takes a share in percent', async () => {
    const { edits } = open()
    const constants = [{ name: 'share', title: 'Share', value: 0.8, unit: 'share', least: 0.5, most: 1 }]
    server.use(answer('/api/insights/types/{type}', { ...rule, constants }))
    await press(/^Technical issues/)
    const box = await screen.findByLabelText('Share, in %')
    expect(box).toHaveAccessibleDescription('Usually 80%; from 50% to 100%')
    await userEvent.type(box, '62.5')
    expect(box).toHaveValue('62.5')
    await save()
    expect(edits).toEqual([{ parameters: { meta_issues: { share: 0.625 } } }])
  })
  it('keeps unsaved changes across screens, until they are discarded', async () => {
    open()
    await type(/^Target CPA/, '30')
    await userEvent.click(screen.getByRole('tab', { name: 'Team' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Tuning' }))
    expect(await screen.findByLabelText(/^Target CPA/)).toHaveValue('30')
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await press('Discard')
    expect(screen.getByLabelText(/^Target CPA/)).toHaveValue('')
  })
  it('without a site asks for one', async () => {
    server.use(...signedIn([]))
    openApp('/settings?tab=tuning')
    expect(await screen.findByRole('heading', { name: 'No Site Selected' })).toBeInTheDocument()
  })
})

describe('the rule of a type', () => {
  it('has its own URL, and shows the site’s values beside the rule’s', async () => {
    const { visited } = open(siteRules({ parameters: { meta_issues: { min_pages: 8 } } }))
    await userEvent.click(await screen.findByRole('link', { name: 'How it works: Technical issues' }))
    expect(visited.at(-1)).toBe('/settings?tab=tuning&rule=meta_issues')
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findByRole('heading', { name: 'Technical issues' })).toBeInTheDocument()
    expect(sheet.getByRole('region', { name: 'How we calculate the value' })).toHaveTextContent(
      'gainclicks x share',
    )
    expect(sheet.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'NumberUsuallyHere',
      'Pages at least3 pages8 pages',
      'Share at risk80%the same',
    ])
    expect(sheet.getByRole('link', { name: 'A study of titles' })).toHaveAttribute(
      'href',
      'https://example.com/titles',
    )
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(visited.at(-1)).toBe('/settings?tab=tuning')
  })
  it('of an unknown type shows an error', async () => {
    open()
    server.use(http.get('*/api/insights/types/:type', () => problem(404, 'There is no type of insight "x".')))
    openApp('/settings?tab=tuning&rule=x')
    expect(await screen.findByText('There is no type of insight "x".')).toBeInTheDocument()
  })
})

describe('a pattern', () => {
  it.each([
    ['x*', 'This matches every search, so all searches would count as brand.'],
    ['(?i)COFFEE$', 'It matches 1 of the 2 searches with the most clicks: “north coffee”.'],
    ['tea', 'It matches none of the 2 searches with the most clicks.'],
    ['(', 'This browser can’t preview the pattern. It is checked when you save.'],
  ])('%s: %s', (pattern, says) => {
    expect(describeMatches(pattern, ['north coffee', 'beans'])).toBe(says)
  })
})

describe('a number of a rule', () => {
  it('is formatted with its unit', () => {
    expect(quantity(1, 'clicks')).toBe('1 click')
    expect(quantity(5, 'clicks')).toBe('5 clicks')
    expect(quantity(1, 'search terms')).toBe('1 search term')
    expect(quantity(1, 'ms')).toBe('1 ms')
    expect(quantity(0.7, 'positions')).toBe('0.7 positions')
  })
})
