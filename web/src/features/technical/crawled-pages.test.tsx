import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { expect, it, vi } from 'vitest'
import { sites } from '@/test/fixtures'
import { problem } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { serveTable } from '@/test/tables'

it('lists the crawled pages, and opens what the crawl tells of one', async () => {
  const unread = { reason: '', depth: null, inlinks: null, words: null, responseMs: null }
  const table = serveTable('/api/technical/crawled-pages', [
    {
      siteId: sites[0].id,
      url: 'https://northwindcoffee.com/beans',
      title: 'Coffee beans',
      status: 200,
      indexable: false,
      reason: 'noindex',
      issues: 2,
      depth: 1,
      inlinks: 9,
      words: 300,
      responseMs: 120,
    },
    {
      ...unread,
      siteId: sites[0].id,
      url: 'https://northwindcoffee.com/x',
      title: null,
      status: null,
      indexable: null,
      issues: 0,
    },
  ])
  const opened: string[] = []
  server.use(
    ...table.handlers,
    http.get('*/api/technical/page', ({ request }) => {
      opened.push(new URL(request.url).searchParams.get('url')!)
      return problem(404, 'There is no such page in the newest crawl.')
    }),
  )
  openApp('/technical?tab=pages')
  expect(await screen.findByText('Noindex')).toBeVisible()
  expect(table.requests[0]).toMatchObject({ sort: '-issues' })
  const inOtherTab = vi.spyOn(window, 'open').mockReturnValue(null)
  await userEvent.pointer({ keys: '[MouseMiddle]', target: screen.getByText('Noindex') })
  expect(inOtherTab.mock.calls[0]?.[0]).toContain(
    '/technical?tab=pages&page=https%3A%2F%2Fnorthwindcoffee.com%2Fbeans',
  )
  inOtherTab.mockRestore()
  await userEvent.click(screen.getByText('Noindex'))
  expect(await screen.findByText('There is no such page in the newest crawl.')).toBeVisible()
  expect(opened).toEqual(['https://northwindcoffee.com/beans'])
})

it('says what to do before the first crawl', async () => {
  server.use(...serveTable('/api/technical/crawled-pages', []).handlers)
  openApp('/technical?tab=pages')
  expect(
    await screen.findByText('Crawl this site, or upload a crawler’s export, to see its pages.'),
  ).toBeVisible()
})
