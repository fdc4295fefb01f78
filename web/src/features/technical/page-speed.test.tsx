import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { scope, serveTable, speedRow } from '@/test/tables'

it('judges pages by the thresholds of Google and lists two fixes and the others when asked for', async () => {
  server.use(...serveTable('/api/technical/pagespeed', [speedRow()], scope).handlers)
  openApp('/technical?tab=pagespeed')
  const row = within((await screen.findAllByRole('row'))[1]!)
  const judged = (text: string) => row.getByText(text).getAttribute('data-judgment')
  expect([judged('2.60 s'), judged('0.06'), judged('49'), judged('95')]).toEqual([
    'warn',
    'good',
    'bad',
    'good',
  ])
  expect(judged('140 ms')).toBe('good')
  // Below the figures of real visits stand those of the test.
  expect([judged('5.20 s'), judged('0.3')]).toEqual(['bad', 'bad'])
  expect(row.getByText('€26,116')).toBeInTheDocument()
  expect(row.queryByText('Cache')).toBeNull()
  const fixes = within(row.getByRole('list', { name: /^Top fixes for/ }))
  expect(fixes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Improve image delivery',
    'Render blocking requests',
  ])
  await userEvent.click(row.getByRole('button', { name: '+2 more' }))
  expect(row.getByText('Cache')).toBeInTheDocument()
  expect(row.getByRole('button', { name: 'Show fewer' })).toHaveFocus()
})

it('says how many pages fail, of which vital, and which are not judged by visits of their own', async () => {
  const totals = {
    failing: 3,
    passing: 46,
    lcpFailing: 3,
    inpFailing: 1,
    clsFailing: 0,
    byOrigin: 12,
    byLab: 2,
  }
  const pages = Array.from({ length: 50 }, (_, n) => speedRow({ id: String(n), url: `https://a.example/${n}` }))
  const table = serveTable('/api/technical/pagespeed', pages, { ...scope, 'X-Totals': JSON.stringify(totals) })
  server.use(...table.handlers)
  openApp('/technical?tab=pagespeed')
  const summary = within(await screen.findByRole('region', { name: 'Core Web Vitals' }))
  expect(summary.getByRole('heading')).toHaveTextContent('3 of 50 tested pages fail Core Web Vitals')
  expect(summary.getByText(/site-wide field data for 12 pages; lab tests for 2 pages/)).toHaveTextContent(
    /Not enough data for 1 page yet\.$/,
  )
  expect(summary.getByRole('link', { name: /^CLS over 0\.1\s*0 pages$/ })).toBeVisible()
  await userEvent.click(summary.getByRole('link', { name: /^LCP over 2\.5 s\s*3 pages$/ }))
  await waitFor(() => expect(table.requests.at(-1)).toMatchObject({ sort: '-lcpMs' }))
})

it('says nothing of Core Web Vitals without a test', async () => {
  server.use(...serveTable('/api/technical/pagespeed', [], scope).handlers)
  openApp('/technical?tab=pagespeed')
  expect(await screen.findByText('No pages tested yet.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Core Web Vitals' })).toBeNull()
})

it('leaves out columns that no page has anything of, says so once, and shows them when asked to', async () => {
  const totals = { failing: 0, passing: 1, inpMsKnown: 0, sessionsKnown: 0 }
  const unknown = { inpMs: null, sessions: null }
  const headers = { ...scope, 'X-Totals': JSON.stringify(totals) }
  server.use(...serveTable('/api/technical/pagespeed', [speedRow(unknown)], headers).handlers)
  openApp('/technical?tab=pagespeed')
  expect(await screen.findByText(/INP and Visits hidden \(no data\)$/)).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: /INP/ })).toBeNull()
  expect(screen.getByRole('columnheader', { name: /Monthly Revenue/ })).toBeVisible()
  // Counts are no totals of columns.
  expect(screen.queryByRole('rowheader', { name: 'Total' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(await screen.findByRole('checkbox', { name: 'INP' })).not.toBeChecked()
})

it('lists templates with the median and shares of each vital, and opens the pages of one', async () => {
  const vital = { lcpGood: 50, lcpNeedsImprovement: 30, lcpPoor: 20, inpGood: null, inpNeedsImprovement: null }
  const shift = { clsGood: 100, clsNeedsImprovement: 0, clsPoor: 0, cls: 0.05, labCls: 0.02 }
  const times = { inpPoor: null, lcpMs: 2600, labLcpMs: 5200, inpMs: null }
  const { url: worstPage, siteId } = speedRow()
  const template = { template: '/shop/*', pages: 4, fieldPages: 1, worstPage, siteId, fixes: ['Cache'] }
  const pages = serveTable('/api/technical/pagespeed', [speedRow()], scope)
  server.use(
    ...pages.handlers,
    ...serveTable('/api/technical/pagespeed-templates', [{ ...vital, ...shift, ...times, ...template }])
      .handlers,
  )
  openApp('/technical?tab=pagespeed&by=templates')
  const row = within((await screen.findAllByRole('row'))[1]!)
  expect(row.getByText('2.60 s')).toHaveAttribute('data-judgment', 'warn')
  expect(row.getByText('5.20 s')).toHaveAttribute('data-judgment', 'bad')
  expect(row.getByText('50% good, 20% poor')).toBeInTheDocument()
  expect(row.queryByText('0%')).toBeNull()
  expect(row.queryByText('100% good')).toBeNull()
  await userEvent.click(row.getByRole('link', { name: '/shop/*' }))
  await waitFor(() => expect(pages.requests.at(-1)).toMatchObject({ q: '/shop/*' }))
  expect(screen.getByRole('button', { name: 'Pages' })).toHaveAttribute('aria-pressed', 'true')
})
