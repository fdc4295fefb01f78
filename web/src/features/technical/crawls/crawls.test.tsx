import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { useSiteCrawls } from '@/start/site-crawls'
import { crawl, issue, serveIssues } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const serve = (...state: Parameters<typeof serveIssues>) => server.use(...serveIssues(...state).handlers)

const latest = async () => within(await screen.findByRole('region', { name: 'Latest crawl' }))

describe('the latest crawl', () => {
  afterEach(() => useSiteCrawls.setState({ bySite: {} }))
  it('appears above its issues with its counts', async () => {
    serve([issue(1)], { crawls: [{ ...crawl, rejected: 3 }] })
    openApp('/technical')
    expect(await (await latest()).findByText('4,175 pages, 312 issues, 3 rows not read')).toBeInTheDocument()
  })
  it('uses the singular for one', async () => {
    serve([issue(1)], { crawls: [{ ...crawl, pages: 1, issues: 1, rejected: 1 }] })
    openApp('/technical')
    expect(await (await latest()).findByText('1 page, 1 issue, 1 row not read')).toBeInTheDocument()
  })
  it('hides new crawl and upload until opened, and keeps that in the URL', async () => {
    serve([issue(1)])
    const visited = openApp('/technical')
    const toggle = await (await latest()).findByRole('button', { name: 'Crawl or upload' })
    expect(screen.queryByRole('heading', { name: 'Crawl this site' })).toBeNull()
    await userEvent.click(toggle)
    expect(visited.at(-1)).toBe('/technical?upload=true')
    expect(screen.getByRole('heading', { name: 'Crawl this site' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'browse files' })).toBeInTheDocument()
    await userEvent.click(toggle)
    expect(screen.queryByRole('heading', { name: 'Crawl this site' })).toBeNull()
  })
  it('shows a failed crawl without being asked', async () => {
    useSiteCrawls.setState({ bySite: { [sites[0].id]: { phase: 'failed', reason: 'robots.txt forbids it' } } })
    serve([issue(1)])
    openApp('/technical')
    expect(await screen.findByText('robots.txt forbids it')).toBeVisible()
  })
})

describe('the history', () => {
  it('shows new and gone issues from the second crawl on', async () => {
    const second = {
      ...crawl,
      id: 'c2',
      fileName: 'second.csv',
      newIssues: 12,
      stillThereIssues: 300,
      goneIssues: 8,
    }
    serve([issue(1)], { crawls: [second, { ...crawl, importedAt: '2026-11-13T09:00:00Z' }] })
    openApp('/technical?upload=true')
    const bars = within(await screen.findByRole('list', { name: 'Issues of each crawl' }))
    expect(bars.getAllByRole('listitem').map((bar) => bar.title)).toEqual([
      'Nov 13, 2026: 12 high, 200 medium, 100 low; the first crawl',
      'Nov 20, 2026: 12 high, 200 medium, 100 low; 12 new, 8 gone',
    ])
    const list = within(screen.getByRole('region', { name: 'Crawls' }))
    expect(list.getByRole('button', { name: /^second\.csv.*12 new.*8 gone$/ })).toBeInTheDocument()
  })
  it('opens what the files of a crawl were taken for, at an address of its own', async () => {
    serve([issue(1)])
    const visited = openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: /^internal_all\.csv/ }))
    expect(visited.at(-1)).toBe(`/technical?crawl=${crawl.id}`)
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findByText('Screaming Frog, Internal')).toBeInTheDocument()
    expect(sheet.getByText('Broken pages cannot be found.')).toBeInTheDocument()
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(visited.at(-1)).toBe('/technical')
  })
  it('deletes a crawl after asking, and closes it', async () => {
    serve([issue(1)])
    const visited = openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: /^internal_all\.csv/ }))
    await screen.findByText('Screaming Frog, Internal')
    const requests: string[] = []
    server.events.on('request:start', ({ request }) => void requests.push(new URL(request.url).pathname))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete crawl' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the crawl?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Crawl deleted')).toBeInTheDocument()
    expect(visited.at(-1)).toBe('/technical')
    expect(await screen.findByText('No crawls yet')).toBeInTheDocument()
    expect(requests.filter((path) => path.startsWith('/api/technical/uploads/'))).toEqual([])
  })
})
