import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Schemas } from '@/api/core/client'
import { showAllSites } from '@/api/selected-site'
import { sites } from '@/test/fixtures'
import { answer, signedIn } from '@/test/handlers'
import { insight, serveInsights } from '@/test/insights'
import { unknownKPIs } from '@/test/kpis'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

const there = insight({ siteId: sites[1].id, title: 'Stop paying for “free”' })

const serve = (...handlers: Parameters<typeof server.use>) =>
  server.use(
    ...handlers,
    ...serveInsights([insight(), there]).handlers,
    answer('/api/integrations', []),
    ...signedIn(),
  )

const acme = {
  id: 'acme',
  name: 'Acme',
  siteIds: [],
  branding: {},
  createdAt: '2026-11-01T09:00:00Z',
} as unknown as Schemas['Client']

const figuresOf = (
  siteId: string,
  overrides: Partial<Schemas['PortfolioSite']> = {},
): Schemas['PortfolioSite'] => ({
  siteId,
  insights: 3,
  unknown: 1,
  values: [],
  expected: [],
  top: null,
  fixed: 2,
  scoredAt: '2026-11-20T09:00:00Z',
  traffic: null,
  sources: [],
  crawledAt: null,
  ...overrides,
})

describe('the home of several sites', () => {
  const falling = {
    metric: 'clicks' as const,
    total: 1234,
    change: -12,
    weekChange: -31,
    weeks: [300, 310, 320, 330, 340, 330, 320, 220],
  }
  it('is all sites until one is chosen: traffic, its change, and what deserves a look', async () => {
    showAllSites()
    serve(
      answer('/api/kpis/overview', unknownKPIs),
      answer('/api/portfolio', [
        figuresOf(sites[1].id, {
          top: there,
          traffic: falling,
          sources: [{ provider: 'gsc', status: 'error', lastSyncAt: null }],
        }),
        figuresOf(sites[0].id),
      ]),
    )
    openApp('/overview')
    const alder = (await screen.findByRole('button', { name: 'Select Alder Mill' })).closest('tr')!
    expect(alder).toHaveTextContent('1,234 clicks')
    expect(alder).toHaveTextContent('down 12.0%')
    expect(alder).toHaveTextContent('Clicks down 31% week over week')
    expect(alder).toHaveTextContent('Google Search Console could not be synced')
    expect(within(alder).getAllByRole('img', { name: 'clicks of the last eight weeks' })).not.toHaveLength(0)
    expect(screen.getByRole('button', { name: 'All sites' })).toBeInTheDocument()
    await userEvent.click(alder)
    expect(await screen.findByRole('region', { name: 'Top Opportunities' })).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Site: Alder Mill' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'All sites' }))
    expect(await screen.findByRole('button', { name: 'Select Northwind Coffee' })).toBeInTheDocument()
  })
  it('is the Overview of the site where there is one', async () => {
    showAllSites()
    serve(answer('/api/kpis/overview', unknownKPIs), answer('/api/sites', [sites[0]]))
    openApp('/')
    expect(await screen.findByRole('region', { name: 'Top Opportunities' })).toBeInTheDocument()
  })
  it('names the client of a site, and a domain that is the name only once', async () => {
    showAllSites()
    const named = { ...sites[1], name: sites[1].domain, clientId: 'acme' }
    serve(
      answer('/api/kpis/overview', unknownKPIs),
      answer('/api/sites', [sites[0], named]),
      answer('/api/clients', [acme]),
      answer('/api/portfolio', [figuresOf(sites[0].id), figuresOf(sites[1].id)]),
    )
    openApp('/overview')
    const button = await screen.findByRole('button', { name: `Select ${named.domain}` })
    await waitFor(() => expect(button.parentElement).toHaveTextContent(new RegExp(`^${named.domain}Acme`)))
    expect(button.parentElement).toHaveTextContent(/Updated \S/)
    expect(screen.getByText(sites[0].domain)).toBeInTheDocument()
  })
})
