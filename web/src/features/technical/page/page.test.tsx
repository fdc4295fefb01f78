import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { issue, serveIssues } from '@/test/crawls'
import { sites } from '@/test/fixtures'
import { answer, problem } from '@/test/handlers'
import { insight } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const page = (url: string, overrides: Partial<Schemas['PageDetail']> = {}): Schemas['PageDetail'] => ({
  siteId: sites[0].id,
  url,
  page: url,
  importedAt: '2026-11-20T09:00:00Z',
  crawledAt: null,
  statusCode: 200,
  status: 'OK',
  contentType: 'text/html',
  indexable: false,
  indexabilityStatus: 'noindex',
  title: 'Espresso',
  titleLength: 8,
  titlePixels: 71,
  description: '',
  descriptionLength: 0,
  descriptionPixels: null,
  h1: 'Fresh espresso',
  secondH1: null,
  h1Count: 1,
  metaRobots: 'noindex',
  xRobotsTag: null,
  canonical: 'https://northwindcoffee.com/espresso',
  metaRefresh: null,
  redirectUrl: '',
  redirectType: '',
  sizeBytes: 48_213,
  wordCount: null,
  crawlDepth: 2,
  inlinkCount: null,
  uniqueInlinkCount: null,
  outlinkCount: null,
  linkScore: null,
  responseSeconds: 0.4,
  imagesWithoutAlt: null,
  columns: { 'H2-1': 'Roasted this week' },
  filters: ['Security: Missing Hsts Header'],
  language: '',
  lastModified: null,
  issues: [issue(1)],
  inlinks: {
    total: 2,
    links: [
      {
        url: 'https://northwindcoffee.com/guides',
        anchor: 'espresso',
        type: 'hyperlink',
        position: 'content',
        follow: false,
        statusCode: 200,
      },
      {
        url: 'https://northwindcoffee.com/',
        anchor: '',
        type: 'hyperlink',
        position: '',
        follow: null,
        statusCode: 404,
      },
    ],
  },
  outlinks: null,
  redirectsFrom: ['https://northwindcoffee.com/old'],
  canonicalOf: [],
  insightIds: ['i1'],
  ...overrides,
})

function serve() {
  const { handlers } = serveIssues([issue(1)])
  server.use(
    ...handlers,
    http.get('*/api/technical/page', ({ request }) => {
      const { searchParams } = new URL(request.url)
      expect(searchParams.get('siteId')).toBe(sites[0].id)
      return HttpResponse.json(page(searchParams.get('url')!))
    }),
    answer('/api/insights/{id}', insight({ id: 'i1', title: 'Give the espresso pages a description' })),
  )
}

const factsOf = (region: HTMLElement) =>
  Object.fromEntries(
    within(region)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )

describe('the details of a page', () => {
  it('open from a row at an address of their own, and close again', async () => {
    serve()
    const visited = openApp('/technical')
    await userEvent.click(await screen.findByRole('link', { name: /^Missing title/ }))
    expect(visited.at(-1)).toBe('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fproducts%2F1')
    const sheet = within(await screen.findByRole('dialog', { name: 'Espresso' }))
    expect(sheet.getByText('There is no title.')).toBeInTheDocument()
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }))
    expect(visited.at(-1)).toBe('/technical')
  })
  it('tell all that is known, and once what the crawl does not say', async () => {
    serve()
    openApp('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fespresso')
    const sheet = within(await screen.findByRole('dialog', { name: 'Espresso' }))
    expect(sheet.getByText('Not indexable: noindex')).toBeInTheDocument()
    expect(factsOf(sheet.getByRole('region', { name: 'Content' }))).toMatchObject({
      Title: 'Espresso8 characters, 71 px wide',
      'Meta description': 'None',
      H1: 'Fresh espresso14 characters',
    })
    expect(factsOf(sheet.getByRole('region', { name: 'Indexing' }))).toMatchObject({
      Canonical: 'https://northwindcoffee.com/espresso',
      'Meta robots': 'noindex',
    })
    expect(factsOf(sheet.getByRole('region', { name: 'Crawl' }))).toMatchObject({
      Size: '48.2 kB',
      'Response time': '0.4 s',
      'Clicks from the home page': '2',
    })
    expect(sheet.queryByText('Unknown')).toBeNull()
    expect(sheet.getByRole('region', { name: 'Missing from this crawl' })).toHaveTextContent(
      /^Missing from this crawlSecond H1, Words, .*Links in, .*\. Upload an export that has them$/,
    )
    expect(sheet.getByRole('link', { name: 'Upload an export that has them' })).toHaveAttribute(
      'href',
      '/technical?upload=true',
    )
    expect(await sheet.findByRole('link', { name: 'Give the espresso pages a description' })).toHaveAttribute(
      'href',
      '/opportunities?o=i1',
    )
  })
  it('name who links to it, how, and lead on to those pages', async () => {
    serve()
    const visited = openApp('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fespresso')
    const sheet = within(await screen.findByRole('dialog', { name: 'Espresso' }))
    const links = within(sheet.getByRole('region', { name: 'Links to this page' })).getAllByRole('listitem')
    expect(links.map((link) => link.textContent)).toEqual([
      '/guides“espresso”ContentNofollow',
      '/No anchor textPosition unknownFollow unknown404',
    ])
    expect(
      within(sheet.getByRole('region', { name: 'Links from this page' })).getByText(
        /^Upload the “All Inlinks” export/,
      ),
    ).toBeInTheDocument()
    await userEvent.click(sheet.getByRole('button', { name: '/guides' }))
    expect(visited.at(-1)).toBe('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fguides')
  })
  it('say once how to see links where no export of them was imported', async () => {
    serve()
    server.use(
      http.get('*/api/technical/page', () =>
        HttpResponse.json(page('https://northwindcoffee.com/espresso', { inlinks: null, outlinks: null })),
      ),
    )
    openApp('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fespresso')
    const sheet = within(await screen.findByRole('dialog', { name: 'Espresso' }))
    expect(sheet.getAllByText(/^Upload the “All Inlinks” export/)).toHaveLength(1)
  })
  it('of a page that the crawl does not have are said to be missing, in the words of the server', async () => {
    serve()
    server.use(
      http.get('*/api/technical/page', () => problem(404, 'The latest crawl does not include this page.')),
    )
    openApp('/technical?page=https%3A%2F%2Fnorthwindcoffee.com%2Fnothing')
    expect(await screen.findByText('The latest crawl does not include this page.')).toBeInTheDocument()
  })
})
