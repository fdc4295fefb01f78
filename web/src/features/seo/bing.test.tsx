import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { sites } from '@/test/fixtures'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { serveTable } from '@/test/tables'

it('shows what the site does in Bing, one table at a time, each sorted anew', async () => {
  const common = { siteId: sites[0].id, clicks: 40, clicksChange: 8, impressions: 900, impressionsChange: null }
  const queries = serveTable('/api/seo/bing-queries', [
    { ...common, query: 'coffee beans', ctr: 4.4, avgPosition: 3.2 },
  ])
  const issues = serveTable('/api/technical/bing-crawl-issues', [
    {
      siteId: sites[0].id,
      url: 'https://northwindcoffee.com/gone',
      problem: 'Timeout',
      status: null,
      links: 3,
      asOf: '2026-11-20',
    },
  ])
  server.use(...queries.handlers, ...issues.handlers)
  openApp('/seo?tab=bing&sort=impressions')
  expect(await screen.findByText('coffee beans')).toBeVisible()
  expect(queries.requests[0]).toMatchObject({ sort: 'impressions' })
  await userEvent.click(screen.getByRole('button', { name: 'Crawl issues' }))
  expect(await screen.findByText('Timeout')).toBeVisible()
  expect(issues.requests[0]).toMatchObject({ sort: '-links' })
})
