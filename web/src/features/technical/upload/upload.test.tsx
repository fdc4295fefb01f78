import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { imported, serveIssues, upload } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { clearUpload } from './upload-state'

function serve() {
  const { handlers, requests } = serveIssues([])
  server.use(...handlers)
  return requests
}

const csv = new File(['Address,Title 1\nhttps://northwindcoffee.com/,Home\n'], 'internal_all.csv', {
  type: 'text/csv',
})
async function pick(file: File) {
  await screen.findByRole('button', { name: 'browse files' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  fireEvent.change(input, { target: { files: [file] } })
}

describe('an upload', () => {
  afterEach(() => clearUpload(sites[0].id))

  it('needs a site', async () => {
    server.use(...signedIn([]))
    openApp('/technical')
    expect(await screen.findByLabelText('Your domain')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'browse files' })).not.toBeInTheDocument()
  })
  it('sends the file for the selected site, says what was read and leads to what to fix', async () => {
    const requests = serve()
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
    expect(await screen.findByRole('link', { name: 'See what to fix first' })).toHaveAttribute(
      'href',
      '/opportunities',
    )
    expect(sent).toEqual({ siteId: sites[0].id, text: await csv.text() })
    await waitFor(() => expect(requests).toHaveLength(2))
  })
  it('of another site asks where it belongs before anything is imported', async () => {
    serve()
    const other = sites[1]
    let confirmed: unknown
    server.use(
      http.post('*/api/upload/sf-csv', () =>
        HttpResponse.json(
          {
            title: 'Conflict',
            status: 409,
            detail: `This crawl is of ${other.domain}, not of ${sites[0].domain}.`,
            uploadId: 'u1',
            domain: other.domain,
          },
          { status: 409 },
        ),
      ),
      http.post('*/api/uploads/u1/confirm', async ({ request }) => {
        confirmed = await request.json()
        return HttpResponse.json({ ...imported, siteId: other.id })
      }),
    )
    openApp('/technical')
    await pick(csv)
    expect(await screen.findByText(/internal_all.csv is not imported yet/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByText(/is not imported yet/)).not.toBeInTheDocument()
    await pick(csv)
    expect(
      await screen.findByRole('button', { name: `Import for ${sites[0].name} anyway` }),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: `Import for ${other.name}` }))
    expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
    expect(confirmed).toEqual({ siteId: other.id })
  })
  it('that takes long is followed until it is in', async () => {
    serve()
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
    expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
    expect(screen.getAllByText('4,175 pages read, 312 issues found')).not.toHaveLength(0)
  })
  it.each([
    [413, 'The file is larger than 50 MB.'],
    [422, 'The file has no Address column.'],
  ])(
    'refused with %i fails in the words of the server, and the next one can follow',
    async (status, detail) => {
      serve()
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
    serve()
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
  it('says what the file was taken for: columns, what more would tell, warnings and rows that could not be read', async () => {
    serve()
    server.use(
      http.post('*/api/upload/sf-csv', () =>
        HttpResponse.json({ ...imported, rejected: 3, warnings: ['12 addresses are of another domain.'] }),
      ),
    )
    openApp('/technical')
    await pick(csv)
    const summary = within(await screen.findByRole('article', { name: 'internal_all.csv' }))
    expect(summary.getByText('Screaming Frog, Internal')).toBeInTheDocument()
    expect(summary.getByText('4,175 rows · UTF-8, comma')).toBeInTheDocument()
    expect(summary.getByText('2 columns used')).toBeInTheDocument()
    expect(summary.getByText('Broken pages cannot be found.')).toBeInTheDocument()
    expect(summary.getByText('Reply')).toBeInTheDocument()
    expect(screen.getByText('12 addresses are of another domain.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Download them with reasons' })).toHaveAttribute(
      'href',
      `/api/technical/uploads/${imported.uploadId}/rejected.csv`,
    )
  })
})

/** A server that recognizes no column and accepts any mapping; records the mappings. */
function serveUnknown(headers: string[]) {
  serve()
  const mappings: unknown[] = []
  server.use(
    http.post('*/api/upload/sf-csv', () =>
      HttpResponse.json(
        {
          status: 422,
          detail: 'No column holds addresses.',
          uploadId: upload.id,
          headers,
        },
        { status: 422 },
      ),
    ),
    http.post('*/api/technical/uploads/:id/import', async ({ request, params }) => {
      expect(params['id']).toBe(upload.id)
      mappings.push(((await request.json()) as { mapping: unknown }).mapping)
      return HttpResponse.json(imported)
    }),
  )
  return mappings
}
const fieldOf = (header: string) => screen.getByRole('button', { name: new RegExp(`^Field of ${header}: `) })
const select = async (header: string, field: string) => {
  await userEvent.click(fieldOf(header))
  await userEvent.click(await screen.findByRole('option', { name: field }))
}

describe('a file with unknown columns', () => {
  afterEach(() => clearUpload(sites[0].id))

  it('is imported once its columns are mapped; likely fields are preselected', async () => {
    const mappings = serveUnknown(['Where', 'Page Title', 'Source code'])
    openApp('/technical')
    await pick(csv)
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Choose the column that holds the Destination.')).toBeInTheDocument()
    expect(fieldOf('Page Title')).toHaveTextContent('Title')
    expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
    await select('Source code', 'Not used')
    expect(dialog.getByText('Choose the column that holds the Address.')).toBeInTheDocument()
    await select('Where', 'Address')
    await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
    expect(await screen.findByText('CSV Uploaded Successfully')).toBeInTheDocument()
    expect(mappings).toEqual([{ Where: 'address', 'Page Title': 'title', 'Source code': '' }])
  })
  it('has each field in one column', async () => {
    serveUnknown(['One', 'Two'])
    openApp('/technical')
    await pick(csv)
    await screen.findByRole('list', { name: 'Columns' })
    await select('One', 'Address')
    await select('Two', 'Address')
    expect(fieldOf('One')).toHaveTextContent('Not used')
    expect(fieldOf('Two')).toHaveTextContent('Address')
  })
  it('can be mapped later: the reason stays on the screen', async () => {
    serveUnknown(['One'])
    openApp('/technical')
    await pick(csv)
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const reason = screen.getByText('internal_all.csv needs column names').parentElement
    expect(reason).toHaveTextContent('No column holds addresses.')
    await userEvent.click(screen.getByRole('button', { name: 'Map columns' }))
    await screen.findByRole('list', { name: 'Columns' })
  })
  it('can be mapped after a failed import job too', async () => {
    serve()
    const job = { id: 'j1', kind: 'import', progress: 0, createdAt: '', updatedAt: '' }
    const message = 'No column holds addresses.'
    server.use(
      http.post('*/api/upload/sf-csv', () =>
        HttpResponse.json({ ...job, status: 'queued' }, { status: 202, headers: { Location: '/api/jobs/j1' } }),
      ),
      http.get('*/api/jobs/j1', () =>
        HttpResponse.json({
          ...job,
          status: 'failed',
          message,
          problem: { code: 'unprocessable', message, uploadId: upload.id, headers: ['One'] },
        }),
      ),
    )
    openApp('/technical')
    await pick(csv)
    expect(await screen.findByRole('list', { name: 'Columns' })).toBeInTheDocument()
    expect(screen.getByText('Upload Failed')).toBeInTheDocument()
    expect(screen.getAllByText(message)).toHaveLength(2)
  })
  it('can be mapped after the import', async () => {
    const mappings = serveUnknown([])
    server.use(http.post('*/api/upload/sf-csv', () => HttpResponse.json(imported)))
    openApp('/technical')
    await pick(csv)
    await userEvent.click(await screen.findByRole('button', { name: 'Use more columns' }))
    await screen.findByRole('list', { name: 'Columns' })
    await userEvent.click(fieldOf('Reply'))
    // Only fields of pages that no other column is mapped to.
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Not used',
      'Status Code',
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Status Code' }))
    await userEvent.click(screen.getByRole('button', { name: 'Import' }))
    await waitFor(() => expect(mappings).toEqual([{ Reply: 'status_code' }]))
  })
})
