import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { imported, serveIssues } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { clearUpload } from './upload-state'

async function pick(file: File) {
  await screen.findByRole('button', { name: 'browse files' })
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } })
}

describe('an upload', () => {
  afterEach(() => clearUpload(sites[0].id))

  it('of more than 50 MB is refused before it is sent', async () => {
    server.use(...serveIssues([]).handlers)
    openApp('/technical')
    const huge = new File(['x'], 'huge.csv', { type: 'text/csv' })
    Object.defineProperty(huge, 'size', { value: 50 * 1024 * 1024 + 1 })
    await pick(huge)
    expect(
      (await screen.findAllByText('huge.csv exceeds maximum allowed size of 50 MB'))[0],
    ).toBeInTheDocument()
  })
  it('of another kind of file is refused before it is sent', async () => {
    server.use(...serveIssues([]).handlers)
    openApp('/technical')
    await pick(new File(['x'], 'crawl.xls'))
    expect((await screen.findAllByText(/Choose a \.csv, .* or \.gz file\.$/))[0]).toBeInTheDocument()
    expect(screen.queryByText(/text\/csv/)).toBeNull()
  })
  it('of an Excel workbook is sent, and says that it is one', async () => {
    server.use(...serveIssues([]).handlers)
    const sheet = {
      ...imported.recognition[0],
      name: 'internal_all',
      encoding: 'Excel workbook',
      delimiter: '',
    }
    server.use(http.post('*/api/upload/sf-csv', () => HttpResponse.json({ ...imported, recognition: [sheet] })))
    openApp('/technical')
    await pick(new File(['PK'], 'crawl.xlsx'))
    expect(await screen.findByText('4,175 rows · Excel workbook')).toBeInTheDocument()
  })
})
