import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { nameOf } from '@/api/reports'
import { sites } from '@/test/fixtures'
import { answer, problem, signedIn } from '@/test/handlers'
import { insight } from '@/test/insights'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Asked = { path: string; body: Record<string, unknown> }

/** A server that makes reports and records its requests. */
function serve(pdf: () => Response | undefined = () => undefined) {
  const requests: Asked[] = []
  const record = async (request: Request) => {
    requests.push({ path: new URL(request.url).pathname, body: (await request.json()) as Asked['body'] })
  }
  server.use(
    http.post('*/api/reports/preview', async ({ request }) => {
      await record(request)
      const { title } = requests.at(-1)!.body
      return HttpResponse.json({ html: `<!doctype html><h1>${String(title)}</h1>` })
    }),
    http.post('*/api/reports/generate-pdf', async ({ request }) => {
      await record(request)
      return (
        pdf() ??
        new HttpResponse('%PDF-1.7', {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Disposition': 'attachment; filename=My_Report_2026-11-21.pdf',
          },
        })
      )
    }),
    http.patch('*/api/account/branding', async ({ request }) => {
      await record(request)
      const { color } = requests.at(-1)!.body
      return color === 'red'
        ? problem(400, 'Enter the color as six digits, such as #3b5bdb.', 'color')
        : HttpResponse.json({ name: '', color: '', logo: null })
    }),
    answer('/api/account/branding', { name: 'Acme', color: '#112233', linkDomain: '', logo: null }),
    ...signedIn(),
  )
  const last = (path: string) => requests.findLast((one) => one.path === path)?.body
  return { requests, last }
}

const generate = () => screen.findByRole('button', { name: 'Generate PDF' })
const frame = async () => (await screen.findByTitle<HTMLIFrameElement>('Preview of the report')).srcdoc

describe('the form', () => {
  it('starts with the default report of the selected site', async () => {
    const { last } = serve()
    openApp('/reports')
    expect(await screen.findByLabelText('Report title')).toHaveValue('SEO & Ads Performance Report')
    for (const name of ['KPIs', 'Insights', 'Recommendations'])
      expect(screen.getByRole('checkbox', { name: new RegExp(`^${name}`) })).toBeChecked()
    await waitFor(() =>
      expect(last('/api/reports/preview')).toEqual({
        siteId: sites[0].id,
        title: 'SEO & Ads Performance Report',
        dateRange: 'last-30-days',
        includeKPIs: true,
        includeInsights: true,
        includeRecommendations: true,
        notes: '',
      }),
    )
  })
  it('comes once there is a site: without one, the first step is to add it', async () => {
    serve()
    server.use(answer('/api/sites', []))
    openApp('/reports')
    expect(await screen.findByRole('heading', { name: 'Add your site' })).toBeInTheDocument()
    expect(screen.queryByLabelText('Report title')).toBeNull()
  })
  it('downloads the file under the name that the server gave it', async () => {
    const { last } = serve()
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => {}
    openApp('/reports')
    await userEvent.click(await screen.findByRole('checkbox', { name: /^Insights/ }))
    await userEvent.type(screen.getByLabelText('Notes (optional)'), 'Dear Jo')
    await userEvent.click(await generate())
    expect(await screen.findByText('PDF Generated')).toBeVisible()
    expect(names).toEqual(['My_Report_2026-11-21.pdf'])
    expect(last('/api/reports/generate-pdf')).toMatchObject({ includeInsights: false, notes: 'Dear Jo' })
  })
  it('says beside the field what is wrong with it', async () => {
    serve(() => problem(400, 'Use at most 200 characters for the title.', 'title'))
    openApp('/reports')
    await userEvent.click(await generate())
    expect(await screen.findByText('Use at most 200 characters for the title.')).toBeVisible()
    await userEvent.type(screen.getByLabelText('Report title'), '!')
    expect(screen.queryByText('Use at most 200 characters for the title.')).toBeNull()
  })
  it.each([
    [503, 'PDF files need a browser on the server.', 'PDF files need a browser on the server.'],
    [402, 'Your free trial has ended.', 'Failed to generate PDF report: Your free trial has ended.'],
    [500, 'Oops.', 'Failed to generate PDF report'],
  ])('says that it failed, and what can be done about it: %s', async (status, detail, text) => {
    serve(() => problem(status, detail))
    openApp('/reports')
    await userEvent.click(await generate())
    expect(await screen.findByText('Generation Failed')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })
})

describe('the preview', () => {
  it('follows the form, and runs no scripts', async () => {
    serve()
    openApp('/reports')
    expect(await frame()).toContain('SEO & Ads Performance Report')
    expect(screen.getByTitle('Preview of the report')).toHaveAttribute('sandbox', '')
    const title = screen.getByLabelText('Report title')
    await userEvent.clear(title)
    await userEvent.type(title, 'Q4')
    await waitFor(async () => expect(await frame()).toContain('<h1>Q4</h1>'))
  })
})

describe('the branding', () => {
  it('saves only changed fields, and shows errors beside them', async () => {
    const { last } = serve()
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Branding' }))
    const dialog = within(await screen.findByRole('dialog'))
    const color = await dialog.findByLabelText('Color')
    expect(color).toHaveValue('#112233')
    await userEvent.clear(color)
    await userEvent.type(color, 'red')
    await userEvent.click(dialog.getByRole('button', { name: 'Save branding' }))
    expect(await dialog.findByText('Enter the color as six digits, such as #3b5bdb.')).toBeVisible()
    await userEvent.clear(color)
    await userEvent.click(dialog.getByRole('button', { name: 'Save branding' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(last('/api/account/branding')).toEqual({ name: 'Acme', color: '', linkDomain: '' })
  })
  it('says where the domain for links leads, once it is typed and when it is asked for again', async () => {
    serve()
    const asked: (string | null)[] = []
    server.use(
      answer('/api/account/branding', {
        name: '',
        color: '',
        linkDomain: 'links.example.com',
        logo: null,
      }),
      http.get('*/api/account/branding/link-domain', ({ request }) => {
        const domain = new URL(request.url).searchParams.get('domain')
        asked.push(domain)
        if (domain === 'reports.local') return problem(400, 'Enter a domain of your own.')
        const isHere = asked.length !== 2
        return HttpResponse.json({
          domain,
          state: isHere ? 'here' : 'missing',
          target: 'app.example.com',
          message: isHere ? `${domain} points here.` : `DNS doesn’t point ${domain} here yet.`,
        })
      }),
    )
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Branding' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByRole('status')).toHaveTextContent('links.example.com points here.')
    const box = dialog.getByLabelText('Link domain')
    await userEvent.clear(box)
    await userEvent.type(box, 'Reports.example.com')
    expect(dialog.queryByRole('status')).toBeNull()
    await userEvent.tab()
    expect(await dialog.findByText('DNS doesn’t point reports.example.com here yet.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Check again' }))
    expect(await dialog.findByText('reports.example.com points here.')).toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Check again' })).toBeNull()
    expect(asked).toEqual(['links.example.com', 'reports.example.com', 'reports.example.com'])
    await userEvent.clear(box)
    await userEvent.type(box, 'reports.local')
    await userEvent.tab()
    expect(await dialog.findByText('Enter a domain of your own.')).toBeInTheDocument()
  })
})

it.each([
  ['attachment; filename=a_b.pdf', 'a_b.pdf'],
  ['attachment; filename="a; b.pdf"', 'a; b.pdf'],
  ["attachment; filename*=utf-8''%E5%A0%B1.pdf", '報.pdf'],
  [null, 'Report.pdf'],
])('a file is named as %s says', (header, name) => expect(nameOf(header)).toBe(name))

describe('the opportunities of the report', () => {
  it('are chosen, ordered and reworded, for the selected site only', async () => {
    const { last } = serve()
    const [first, second] = ['Fix the titles', 'Fix the links']
    server.use(
      answer('/api/insights', [insight({ id: 'a', title: first }), insight({ id: 'b', title: second })]),
    )
    openApp('/reports')
    await userEvent.click(await screen.findByRole('button', { name: 'Choose' }))
    await userEvent.click(await screen.findByRole('button', { name: `Add: ${first}` }))
    await userEvent.click(screen.getByRole('button', { name: `Add: ${second}` }))
    await userEvent.click(screen.getByRole('button', { name: `Move up: ${second}` }))
    await userEvent.click(screen.getByRole('button', { name: `Reword: ${first}` }))
    await userEvent.clear(screen.getByLabelText('Title'))
    await userEvent.type(screen.getByLabelText('Title'), 'First things first')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Shows the 2 opportunities you chose')).toBeVisible()
    await userEvent.click(await generate())
    await waitFor(() =>
      expect(last('/api/reports/generate-pdf')).toMatchObject({
        insights: [{ id: 'b' }, { id: 'a', title: 'First things first' }],
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Use the first 10' }))
    expect(await screen.findByText('Shows the first 10 opportunities')).toBeVisible()
  })
})
