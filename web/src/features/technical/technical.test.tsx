import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/client'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { clearUpload } from './upload-state'

type Issue = Schemas['TechnicalIssue']

const issue = (n: number, what: Partial<Issue> = {}): Issue => ({
  id: `0190b6a0-0000-7000-8002-${String(n).padStart(12, '0')}`,
  siteId: sites[0].id,
  issueType: 'title_missing',
  title: 'Missing title',
  severity: 'high',
  pageId: `00000000000${n}beef`,
  url: `https://northwindcoffee.com/products/${n}`,
  details: 'There is no title.',
  status: 'open',
  reopened: false,
  seen: null,
  firstSeenAt: '2026-11-20T09:00:00Z',
  importedAt: '2026-11-20T09:00:00Z',
  ...what,
})

const crawl: Schemas['Crawl'] = {
  id: '0190b6a0-0000-7000-8003-000000000001',
  siteId: sites[0].id,
  fileName: 'internal_all.csv',
  bytes: 1000,
  pages: 4175,
  links: 0,
  issues: 312,
  issuesBySeverity: { critical: 0, high: 12, medium: 200, low: 100 },
  newIssues: null,
  stillThereIssues: null,
  goneIssues: null,
  rejected: 0,
  crawledAt: null,
  importedAt: '2026-11-20T09:00:00Z',
  uploads: [],
}

const imported = {
  message: '4,175 pages read, 312 issues found',
  crawlId: crawl.id,
  siteId: sites[0].id,
  pages: 4175,
  issues: 312,
  rejected: 0,
}

/** A server that keeps issues, two to a page of the list. */
function serve(initial: Issue[], crawls = initial.length > 0 ? [crawl] : []) {
  let kept = initial
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/api/technical/sf-issues', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams)
      const status = searchParams.get('status')
      const type = searchParams.get('type')
      const found = kept.filter(
        (i) => [i.status, 'all'].includes(status!) && (type === null || i.issueType === type),
      )
      const from = Number(searchParams.get('cursor') ?? 0)
      const headers = new Headers({ 'X-Total-Count': String(found.length) })
      if (from + 2 < found.length)
        headers.set('Link', `</api/technical/sf-issues?cursor=${from + 2}>; rel="next"`)
      return HttpResponse.json(found.slice(from, from + 2), { headers })
    }),
    http.patch('*/api/technical/sf-issues/:id', async ({ params, request }) => {
      const { status } = (await request.json()) as { status: Issue['status'] }
      kept = kept.map((i) => (i.id === params['id'] ? { ...i, status } : i))
      return HttpResponse.json(kept.find((i) => i.id === params['id']))
    }),
    http.get('*/api/technical/sf-issues/counts', () =>
      HttpResponse.json(
        kept.length > 0
          ? [
              { issueType: 'title_missing', title: 'Missing title', severity: 'high', pages: 3 },
              { issueType: 'h1_multiple', title: 'Several H1', severity: 'low', pages: 1 },
            ]
          : [],
      ),
    ),
    answer('/api/technical/crawls', crawls),
    ...signedIn(),
  )
  return asked
}

const rows = async () => (await screen.findAllByRole('row')).slice(1)

const csv = new File(['Address,Title 1\nhttps://northwindcoffee.com/,Home\n'], 'internal_all.csv', {
  type: 'text/csv',
})
async function pick(file: File) {
  await screen.findByRole('button', { name: 'browse files' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  fireEvent.change(input, { target: { files: [file] } })
}

describe('the issues', () => {
  const several = [
    issue(1),
    issue(2),
    issue(3),
    issue(4, { issueType: 'h1_multiple', title: 'Several H1', severity: 'low' }),
  ]

  it('name the page by the end of its id and by its address', async () => {
    const asked = serve([issue(1)])
    openApp('/technical')
    const row = within((await rows())[0]!)
    const page = row.getAllByText('Page beef')[0]!.parentElement!
    expect(within(page).getByRole('link')).toHaveAttribute('href', 'https://northwindcoffee.com/products/1')
    expect(row.getByText('There is no title.')).toBeInTheDocument()
    expect(row.getByText('Nov 20, 2026')).toBeInTheDocument()
    expect(Object.fromEntries(asked[0]!)).toEqual({
      siteId: sites[0].id,
      limit: '100',
      sort: 'severity',
      status: 'open',
    })
  })
  it('link to no address that a browser must not open', async () => {
    serve([issue(1, { url: 'javascript:alert(1)' })])
    openApp('/technical')
    const [row] = await rows()
    expect(within(row!).queryByRole('link')).toBeNull()
  })
  it('come a page at a time', async () => {
    serve([issue(1), issue(2), issue(3)])
    openApp('/technical')
    expect(await rows()).toHaveLength(3)
    expect(screen.getByText('3 in this view')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    expect(await screen.findAllByRole('link', { name: /products\/3/ })).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
  it('can be narrowed to a type by its count; the choice stands in the URL', async () => {
    serve(several)
    const visited = openApp('/technical')
    const strip = within(await screen.findByRole('list', { name: 'Issue types' }))
    await userEvent.click(strip.getByRole('button', { name: 'Several H1 1' }))
    expect(visited.at(-1)).toBe('/technical?type=h1_multiple')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(strip.getByRole('button', { name: 'Several H1 1' })).toHaveAttribute('aria-pressed', 'true')
  })
  it('are searched and sorted by the server', async () => {
    const asked = serve(several)
    openApp('/technical')
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search issues' }), '/blog')
    await waitFor(() => expect(asked.at(-1)!.get('q')).toBe('/blog'))
    await userEvent.click(await screen.findByRole('button', { name: 'Detected' }))
    await waitFor(() => expect(asked.at(-1)!.get('sort')).toBe('importedAt'))
    await userEvent.click(await screen.findByRole('button', { name: 'Detected' }))
    await waitFor(() => expect(asked.at(-1)!.get('sort')).toBe('-importedAt'))
    expect(screen.getByRole('columnheader', { name: 'Detected' })).toHaveAttribute('aria-sort', 'descending')
  })
  it('can be marked as fixed, and open again', async () => {
    serve([issue(1)])
    openApp('/technical?status=all')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as Fixed' }))
    expect(await screen.findByText('Issue Marked as Fixed')).toBeInTheDocument()
    expect(await screen.findByText('Fixed')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Mark as Open' }))
    expect(await screen.findByRole('button', { name: 'Mark as Fixed' })).toBeInTheDocument()
  })
  it('are none before the first crawl: the way to it is said', async () => {
    serve([])
    openApp('/technical')
    expect(
      await screen.findByText('No technical issues found. Upload a Screaming Frog CSV to get started.'),
    ).toBeInTheDocument()
  })
  it('of a clean crawl are none', async () => {
    serve([], [crawl])
    openApp('/technical')
    expect(await screen.findByText('The newest crawl is clean.')).toBeInTheDocument()
  })
  it('hidden by the filters are said to be', async () => {
    serve([issue(1)])
    openApp('/technical?type=h1_multiple')
    expect(await screen.findByText('No issues match these filters')).toBeInTheDocument()
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0]!)
    expect(await rows()).toHaveLength(1)
  })
})

describe('the history', () => {
  it('lists the crawls with what they held', async () => {
    serve([issue(1)], [{ ...crawl, rejected: 3 }])
    openApp('/technical')
    const list = within(await screen.findByRole('region', { name: 'Crawls' }))
    expect(await list.findByText('4,175 pages, 312 issues, 3 rows not read')).toBeInTheDocument()
  })
})

describe('an upload', () => {
  afterEach(() => clearUpload(sites[0].id))

  it('needs a site', async () => {
    server.use(...signedIn([]))
    openApp('/technical')
    expect(await screen.findByText('Add a site first')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Add a site' })).toHaveAttribute('href', '/sites')
  })
  it('sends the file for the selected site, says what was read and leads to what to fix', async () => {
    const asked = serve([])
    let sent: { siteId: string | null; text: string } | undefined
    server.use(
      http.post('*/api/upload/sf-csv', async ({ request }) => {
        const file = (await request.formData()).get('file') as File
        await delay(100)
        sent = { siteId: new URL(request.url).searchParams.get('siteId'), text: await file.text() }
        return HttpResponse.json(imported)
      }),
    )
    openApp('/technical')
    await pick(csv)
    expect(await screen.findByText('Processing CSV...')).toBeInTheDocument()
    expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
    expect(screen.getAllByText('4,175 pages read, 312 issues found')).not.toHaveLength(0)
    expect(screen.getByRole('link', { name: 'See what to fix first' })).toHaveAttribute(
      'href',
      '/opportunities',
    )
    expect(sent).toEqual({ siteId: sites[0].id, text: await csv.text() })
    await waitFor(() => expect(asked).toHaveLength(2))
  })
  it('that takes long is followed until it is in', async () => {
    serve([])
    const job = { id: 'j1', kind: 'import', createdAt: '', updatedAt: '' }
    let polls = 0
    server.use(
      http.post('*/api/upload/sf-csv', () =>
        HttpResponse.json(
          { ...job, status: 'queued', progress: 0, message: '' },
          { status: 202, headers: { Location: '/api/jobs/j1' } },
        ),
      ),
      http.get('*/api/jobs/j1', () =>
        HttpResponse.json(
          polls++ === 0
            ? { ...job, status: 'running', progress: 0.4, message: '1,670 pages read' }
            : { ...job, status: 'done', progress: 1, message: '', result: imported },
        ),
      ),
    )
    openApp('/technical')
    await pick(csv)
    expect(await screen.findByText('1,670 pages read')).toBeInTheDocument()
    expect(screen.getByRole('progressbar', { name: 'Reading the file' })).toHaveAttribute('aria-valuenow', '40')
    expect(await screen.findByText('CSV Uploaded Successfully', {}, { timeout: 3000 })).toBeInTheDocument()
    expect(screen.getAllByText('4,175 pages read, 312 issues found')).not.toHaveLength(0)
  })
  it.each([
    [413, 'The file is larger than 50 MB.'],
    [422, 'The file has no Address column.'],
  ])(
    'refused with %i fails in the words of the server, and the next one can follow',
    async (status, detail) => {
      serve([])
      server.use(http.post('*/api/upload/sf-csv', () => problem(status, detail)))
      openApp('/technical')
      await pick(csv)
      expect(await screen.findByText('Upload Failed')).toBeInTheDocument()
      expect(screen.getAllByText(detail)).not.toHaveLength(0)
      expect(screen.getByText('internal_all.csv was not imported')).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'browse files' })).toBeInTheDocument()
    },
  )
  it('of a job that fails says why', async () => {
    serve([])
    const job = { id: 'j1', kind: 'import', progress: 0, createdAt: '', updatedAt: '' }
    server.use(
      http.post('*/api/upload/sf-csv', () =>
        HttpResponse.json({ ...job, status: 'queued' }, { status: 202, headers: { Location: '/api/jobs/j1' } }),
      ),
      http.get('*/api/jobs/j1', () =>
        HttpResponse.json({ ...job, status: 'failed', message: 'Line 3 has no end.' }),
      ),
    )
    openApp('/technical')
    await pick(csv)
    expect(await screen.findByText('internal_all.csv was not imported')).toBeInTheDocument()
    expect(screen.getAllByText('Line 3 has no end.')).not.toHaveLength(0)
  })
  it('of more than 50 MB is refused before it is sent', async () => {
    serve([])
    openApp('/technical')
    const huge = new File(['x'], 'huge.csv', { type: 'text/csv' })
    Object.defineProperty(huge, 'size', { value: 50 * 1024 * 1024 + 1 })
    await pick(huge)
    expect(
      (await screen.findAllByText('huge.csv exceeds maximum allowed size of 50 MB'))[0],
    ).toBeInTheDocument()
  })
  it('of another kind of file is refused before it is sent', async () => {
    serve([])
    openApp('/technical')
    await pick(new File(['x'], 'crawl.xlsx'))
    expect((await screen.findAllByText(/^You can only upload:/))[0]).toBeInTheDocument()
  })
})
