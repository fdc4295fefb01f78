import { screen, within } from '@testing-library/react'
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
  await userEvent.click(row.getByRole('button', { name: '+2 more' }))
  expect(row.getByText('Cache')).toBeInTheDocument()
})
