import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { imported, serveIssues } from '@/test/crawls'
import { crawlSettings, sites } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
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
    expect(started).toEqual([{ siteId: sites[0].id, maxPages: 500, options: crawlSettings.options }])
    done = true
    expect(await screen.findByRole('link', { name: 'See what to fix first' })).toHaveAttribute(
      'href',
      '/opportunities',
    )
  })
  it('of more than 500 pages waits for the proof that the site is theirs', async () => {
    let proven = false
    const started = serve(() => ({ status: 'done', progress: 1, message: '', result: imported }))
    server.use(
      http.get('*/api/technical/crawl', () =>
        HttpResponse.json({ ...crawlSettings, maxPages: 2000, needsNoProof: proven }),
      ),
      http.post('*/api/technical/crawl/proof', () => {
        if (!proven) {
          proven = true
          return problem(422, 'No proof was found: _upslope.example.com has no TXT record.')
        }
        return HttpResponse.json({ ...crawlSettings.ownership, proof: 'dns' })
      }),
    )
    openApp('/technical')
    const proof = await screen.findByRole('region', { name: 'Proof of ownership' })
    expect(proof).toHaveTextContent('_upslope.example.com')
    expect(screen.getByRole('button', { name: 'Crawl this site' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText(/has no TXT record/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }))
    await waitFor(() => expect(proof).not.toBeInTheDocument())
    await userEvent.click(screen.getByRole('button', { name: 'Crawl this site' }))
    await waitFor(() => expect(started).toMatchObject([{ maxPages: 2000 }]))
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
    expect(await screen.findByRole('link', { name: 'See what to fix first' })).toBeInTheDocument()
  })
  it('takes its options, and can be paused', async () => {
    let paused = false
    let stopped = false
    const started = serve(() =>
      stopped
        ? { status: 'done', progress: 1, message: '', result: imported }
        : { status: 'running', progress: 0.1, message: '9 pages read.' },
    )
    server.use(
      http.delete('*/api/jobs/c1', () => {
        stopped = true
        return new HttpResponse(null, { status: 204 })
      }),
      http.patch('*/api/jobs/c1', async ({ request }) => {
        paused = ((await request.json()) as { paused: boolean }).paused
        return HttpResponse.json({ ...job, status: 'queued', progress: 0.1, message: 'Paused after 9 pages.' })
      }),
      http.get('*/api/technical/crawl', () => HttpResponse.json({ ...crawlSettings, paused })),
    )
    openApp('/technical')
    await userEvent.click(await screen.findByText('Options'))
    await userEvent.type(await screen.findByLabelText('Leave out these paths'), '/cart{Enter}')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Leave out other subdomains' }))
    await userEvent.click(screen.getByRole('button', { name: 'Crawl this site' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeInTheDocument()
    expect(started).toEqual([
      {
        siteId: sites[0].id,
        maxPages: 500,
        options: { ...crawlSettings.options, exclude: ['/cart'], oneHost: true },
      },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Stop and keep the pages' }))
    await screen.findByRole('button', { name: 'Crawl again' })
  })
  it('is repeated as often as its owner wants, and tells what changed', async () => {
    serve(() => ({}))
    let every = 'week'
    server.use(
      http.get('*/api/technical/crawl', () =>
        HttpResponse.json({
          ...crawlSettings,
          crawled: true,
          every,
          nextAt: every === 'off' ? null : '2026-12-02T12:00:00Z',
        }),
      ),
      http.patch('*/api/technical/crawl', async ({ request }) => {
        every = ((await request.json()) as { every: string }).every
        return HttpResponse.json({ ...crawlSettings, every: 'off', crawled: true })
      }),
      answer('/api/technical/page-changes', [
        {
          id: 'p1',
          siteId: sites[0].id,
          crawlId: 'c',
          kind: 'noindex',
          page: 'p',
          url: 'https://northwindcoffee.com/pricing',
          was: '',
          became: '',
          text: '/pricing became noindex',
          createdAt: '2026-11-24T09:00:00Z',
        },
      ]),
    )
    openApp('/technical')
    expect(await screen.findByText('Watched for changes. Next crawl on Dec 2.')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /pricing became noindex/ })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Crawl again: Every week' }))
    expect(screen.queryByRole('option', { name: 'Every day' })).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('option', { name: 'Off' }))
    expect(await screen.findByText(/Not watched/)).toBeInTheDocument()
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
