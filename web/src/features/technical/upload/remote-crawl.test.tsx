import { fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { useInFlight } from '@/api/core/in-flight'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { clearUpload } from './upload-state'

afterEach(() => clearUpload(sites[0].id))

/** A server with these remote sources; counts the requests for them. */
function serve(...sources: string[]) {
  const requests = { times: 0 }
  server.use(
    http.get('*/api/companion/sources', () => {
      requests.times++
      return HttpResponse.json({ sources })
    }),
    ...signedIn(),
    answer('/api/technical/sf-issues', []),
    answer('/api/technical/sf-issues/counts', []),
    answer('/api/technical/crawls', []),
  )
  return requests
}

it('offers nothing without remote sources', async () => {
  const requests = serve()
  openApp('/technical')
  expect(await screen.findByText('Large crawl')).toBeInTheDocument()
  await waitFor(() => expect(requests.times).toBe(1))
  await waitFor(() => expect(useInFlight.getState().count).toBe(0))
  expect(screen.queryByText('Crawl from elsewhere')).toBeNull()
})

it('offers the server’s sources', async () => {
  serve('url', 'dropbox')
  openApp('/technical')
  expect(await screen.findByText(/Fetched from a link or Dropbox\./)).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Choose a source' }))
  await waitFor(() => expect(document.querySelector('[data-uppy-acquirer-id="Url"]')).toBeInTheDocument())
  expect(document.querySelector('[data-uppy-acquirer-id="Dropbox"]')).toBeInTheDocument()
  expect(document.querySelector('[data-uppy-acquirer-id="GoogleDrive"]')).not.toBeInTheDocument()
})

it('shows the server’s reason when a file is refused', async () => {
  serve('url')
  let requests = ''
  server.use(
    http.post('*/companion/url/meta', () =>
      HttpResponse.json({ name: 'internal_all.csv', type: 'text/csv', size: 10 }),
    ),
    http.get('*/api/companion/ticket', ({ request }) => {
      requests = new URL(request.url).search
      return problem(402, 'Your free trial has ended.')
    }),
  )
  openApp('/technical')
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a source' }))
  await waitFor(() => expect(document.querySelector('[data-uppy-acquirer-id="Url"] button')).not.toBeNull())
  fireEvent.click(document.querySelector('[data-uppy-acquirer-id="Url"] button')!)
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('.uppy-Url-input')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.change(input, { target: { value: 'https://files.example.com/internal_all.csv' } })
  fireEvent.click(document.querySelector('.uppy-Url-importButton')!)
  expect((await screen.findAllByText('Your free trial has ended.'))[0]).toBeInTheDocument()
  expect(requests).toBe(`?siteId=${sites[0].id}`)
})
