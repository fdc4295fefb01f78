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
  const more = row.getByRole('button', { name: '+2 more' })
  await userEvent.click(more)
  expect(row.getByText('Cache')).toBeInTheDocument()
  expect(row.getByRole('button', { name: 'Show fewer' })).toHaveFocus()
})

it('lists templates with the median and shares of each vital, and opens the pages of one', async () => {
  const vital = { lcpGood: 50, lcpNeedsImprovement: 30, lcpPoor: 20, inpGood: null, inpNeedsImprovement: null }
  const shift = { clsGood: 100, clsNeedsImprovement: 0, clsPoor: 0, cls: 0.05, labCls: 0.02 }
  const times = { inpPoor: null, lcpMs: 2600, labLcpMs: 5200, inpMs: null }
  const { url: worstPage, siteId } = speedRow()
  const template = { template: '/shop/*', pages: 4, fieldPages: 1, worstPage, siteId }
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
  await userEvent.click(row.getByRole('link', { name: '/shop/*' }))
  await waitFor(() => expect(pages.requests.at(-1)).toMatchObject({ q: '/shop/*' }))
  expect(screen.getByRole('button', { name: 'Pages' })).toHaveAttribute('aria-pressed', 'true')
})
