import { fireEvent, screen, waitFor } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { clearUpload } from './upload-state'

afterEach(() => clearUpload(sites[0].id))

const storage = '*/api/storage/s3/multipart'
const part = 5 * 1024 * 1024
const file = new File(['a'.repeat(part), 'b'.repeat(10)], 'internal_all.csv', { type: 'text/csv' })

const imported: Schemas['ImportResult'] = {
  message: '1,000,000 pages read',
  crawlId: 'c1',
  siteId: sites[0].id,
  uploadId: '1',
  rows: 1_000_000,
  pages: 1_000_000,
  links: 0,
  issues: 0,
  rejected: 0,
  joined: false,
  unchanged: false,
  waiting: false,
  recognition: [],
  warnings: [],
}

/** A storage that accepts parts and records its requests. */
function serve() {
  const requests = { started: [] as unknown[], signed: [] as number[], completed: [] as unknown[], aborted: 0 }
  const received = new Map<number, number>()
  const parts = () =>
    [...received].map(([PartNumber, Size]) => ({ PartNumber, ETag: `etag-${PartNumber}`, Size }))
  server.use(
    ...signedIn(),
    answer('/api/technical/sf-issues', []),
    answer('/api/technical/sf-issues/counts', []),
    answer('/api/technical/crawls', []),
    http.post(storage, async ({ request }) => {
      requests.started.push(await request.json())
      return HttpResponse.json({ key: 'uploads/a/1', uploadId: 'u1' })
    }),
    http.get(`${storage}/u1`, () => HttpResponse.json(parts())),
    http.get(`${storage}/u1/:number`, ({ params }) => {
      requests.signed.push(Number(params['number']))
      return HttpResponse.json({
        url: `${location.origin}/api/storage/local/u1/${String(params['number'])}`,
        expires: 900,
      })
    }),
    http.put('*/api/storage/local/u1/:number', async ({ params, request }) => {
      received.set(Number(params['number']), (await request.arrayBuffer()).byteLength)
      return new HttpResponse(null, { headers: { ETag: `"etag-${String(params['number'])}"` } })
    }),
    http.post(`${storage}/u1/complete`, async ({ request }) => {
      requests.completed.push(await request.json())
      return HttpResponse.json({ location: '/api/jobs/j1', key: 'uploads/a/1', jobId: 'j1' }, { status: 202 })
    }),
    http.delete(`${storage}/u1`, () => {
      requests.aborted++
      return new HttpResponse(null, { status: 204 })
    }),
    http.get('*/api/jobs/j1', () =>
      HttpResponse.json({
        id: 'j1',
        kind: 'import',
        status: 'done',
        progress: 1,
        message: '',
        createdAt: '',
        updatedAt: '',
        result: imported,
      }),
    ),
  )
  return requests
}

async function choose(chosen = file) {
  openApp('/technical')
  fireEvent.change(await screen.findByLabelText('Large crawl'), { target: { files: [chosen] } })
}

const all = {
  parts: [
    { PartNumber: 1, ETag: 'etag-1' },
    { PartNumber: 2, ETag: 'etag-2' },
  ],
}

it('sends a large crawl of the selected site in parts and follows its import', async () => {
  const requests = serve()
  await choose()
  expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
  expect(screen.getAllByText('1,000,000 pages read')).not.toHaveLength(0)
  expect(requests.started).toEqual([
    { filename: 'internal_all.csv', type: 'text/csv', metadata: { siteId: sites[0].id } },
  ])
  expect(requests.signed).toEqual([1, 2])
  expect(requests.completed).toEqual([all])
})

it('goes on with the parts that are missing after a break', async () => {
  const requests = serve()
  let breaks = 1
  server.use(http.get(`${storage}/u1/2`, () => (breaks-- > 0 ? HttpResponse.error() : undefined)))
  await choose()
  expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
  expect(requests.started).toHaveLength(1)
  expect(requests.signed).toEqual([1, 2])
})

it('takes an import whose answer was lost for begun', async () => {
  serve()
  let times = 0
  server.use(
    http.post(`${storage}/u1/complete`, () => (times++ === 0 ? HttpResponse.error() : undefined)),
    http.get(`${storage}/u1`, () =>
      times === 0 ? undefined : problem(404, 'This upload is no longer available. Upload the file again.'),
    ),
  )
  await choose()
  expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
})

it.each([
  [
    'at the start',
    http.post(storage, () => problem(402, 'Your free trial has ended.')),
    'Your free trial has ended.',
  ],
  [
    'at the end',
    http.post(`${storage}/u1/complete`, () => problem(413, 'The file is too large.')),
    'The file is too large.',
  ],
])('refused %s fails in the words of the server', async (_, refusal, words) => {
  serve()
  server.use(refusal)
  await choose()
  expect(await screen.findByText('internal_all.csv was not imported')).toBeInTheDocument()
  expect(screen.getAllByText(words)).not.toHaveLength(0)
})

it('that is canceled is forgotten by the server', async () => {
  const requests = serve()
  server.use(
    http.get(`${storage}/u1/2`, async () => {
      await delay('infinite')
      return HttpResponse.error()
    }),
  )
  await choose()
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Large crawl')).toBeInTheDocument()
  await waitFor(() => expect(requests.aborted).toBe(1))
})

it('of another kind of file is refused before it is sent', async () => {
  const requests = serve()
  await choose(new File(['x'], 'crawl.xls'))
  expect((await screen.findAllByText(/Choose a \.csv, .* or \.gz file\.$/))[0]).toBeInTheDocument()
  expect(requests.started).toHaveLength(0)
})
