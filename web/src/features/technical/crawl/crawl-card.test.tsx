import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { imported, serveIssues } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { problem } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { useSiteCrawls } from '@/start/site-crawls'

const job = { id: 'c1', kind: 'crawl', createdAt: '', updatedAt: '' }

/** Answers a crawl whose job is as the function says each time. */
function serve(now: () => object) {
  server.use(...serveIssues([]).handlers)
  const started: unknown[] = []
  server.use(
    http.post('*/api/technical/crawl', async ({ request }) => {
      started.push(await request.json())
      return HttpResponse.json(
        { ...job, status: 'queued' },
        { status: 202, headers: { Location: '/api/jobs/c1' } },
      )
    }),
    http.get('*/api/jobs/c1', () => HttpResponse.json({ ...job, ...now() })),
  )
  return started
}

describe('a crawl', () => {
  afterEach(() => {
    useSiteCrawls.setState({ bySite: {} })
    sessionStorage.clear()
  })

  it('starts at the chosen limit, tells how far it is and leads to what to fix', async () => {
    let done = false
    const started = serve(() =>
      done
        ? { status: 'done', progress: 1, message: '', result: imported }
        : { status: 'running', progress: 0.4, message: '212 of about 500 pages crawled.' },
    )
    openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: 'Crawl this site' }))
    expect(await screen.findByText('212 of about 500 pages crawled.')).toBeInTheDocument()
    expect(started).toEqual([{ siteId: sites[0].id, maxPages: 500 }])
    done = true
    expect(
      await screen.findByRole('link', { name: 'See what to fix first' }, { timeout: 5000 }),
    ).toHaveAttribute('href', '/opportunities')
  })
  it('can be stopped, and is shown again after a reload', async () => {
    let stopped = false
    serve(() =>
      stopped
        ? { status: 'done', progress: 1, message: '', result: imported }
        : { status: 'running', progress: 0.1, message: '9 pages crawled.' },
    )
    server.use(
      http.delete('*/api/jobs/c1', () => {
        stopped = true
        return new HttpResponse(null, { status: 204 })
      }),
    )
    sessionStorage.setItem(`crawl:${sites[0].id}`, '/api/jobs/c1')
    openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: 'Stop and keep the pages' }))
    expect(
      await screen.findByRole('link', { name: 'See what to fix first' }, { timeout: 5000 }),
    ).toBeInTheDocument()
  })
  it('that is refused says why', async () => {
    serve(() => ({}))
    server.use(
      http.post('*/api/technical/crawl', () => problem(402, 'A trial crawls up to 500 pages at a time.')),
    )
    openApp('/technical')
    await userEvent.click(await screen.findByRole('button', { name: 'Crawl this site' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('A trial crawls up to 500 pages at a time.')
  })
})
