import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inToast } from '@/test/in-toast'
import { sites } from '@/test/fixtures'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'
import { campaignRow, keywordRow, scope, serveTable } from '@/test/tables'

const saved: { name: string; text: string }[] = []

/** Captures the files that the browser would save. */
beforeEach(() => {
  saved.length = 0
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((created) => {
    blob = created as Blob
    return 'blob:made'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const name = this.download
    void blob.text().then((text) => saved.push({ name, text: text.replace('\uFEFF', '') }))
  })
})

function serve(campaign = campaignRow(), keywords = [keywordRow()]) {
  server.use(
    ...serveTable('/api/ads/keywords', keywords).handlers,
    ...serveTable('/api/ads/wasted-spend', [campaign], {
      ...scope,
      'X-Source': 'Google Ads',
      'X-Totals': '{"spend":1378.27}',
    }).handlers,
  )
}

const act = async (action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Search, Beans' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

/** Saves the file that the toast offers and returns its name and text. */
const take = async () => {
  await screen.findByText(/Download the CSV and import it in Google Ads Editor/)
  await inToast('Download CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  return saved[0]
}

describe('wasted spend', () => {
  it('is the first tab, in the money of the account', async () => {
    serve()
    openApp('/ads')
    const row = (await screen.findAllByRole('row'))[1]!
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'Search, BeansCampaign',
      '€1,378',
      '12.5%',
      '19',
      '€72.54',
      '€18.20',
      '€1.09',
      'High',
      'Reduce bids by 50%.Beans at 4× target CPA',
      '',
    ])
    expect(within(row).getByRole('link', { name: 'Beans at 4× target CPA' })).toHaveAttribute(
      'href',
      '/opportunities?o=i1',
    )
    const total = screen.getByRole('row', { name: /^Total with an opportunity/ })
    expect(total).toHaveTextContent('€1,378')
  })
  it('pauses a campaign as a file for Google Ads Editor, without a call', async () => {
    serve()
    openApp('/ads')
    await act('Pause Campaign')
    expect(await screen.findByText('Campaign Paused')).toBeInTheDocument()
    expect(await take()).toEqual({
      name: 'pause-campaign.csv',
      text: 'Campaign,Campaign status\r\n"Search, Beans",Paused\r\n',
    })
  })
  it('reduces every bid of a campaign by 30%, and none of a namesake', async () => {
    serve(campaignRow(), [keywordRow(), keywordRow({ campaignId: '22' }), keywordRow({ bid: null })])
    openApp('/ads')
    await act('Reduce Bids')
    expect(await screen.findByText('Bids Reduced')).toBeInTheDocument()
    expect((await take())!.text).toBe(
      'Campaign,Ad group,Keyword,Criterion Type,Max CPC\r\n"Search, Beans",Generic,buy beans,Phrase,1.40\r\n',
    )
  })
  it('reduces what a conversion may cost where Google bids', async () => {
    serve(campaignRow({ cpa: 70 }), [])
    openApp('/ads')
    await act('Reduce Bids')
    expect((await take())!.text).toBe('Campaign,Target CPA\r\n"Search, Beans",49.00\r\n')
  })
  it('says so when there is no bid to reduce', async () => {
    serve(campaignRow({ cpa: null, targetCpa: null }), [])
    openApp('/ads')
    await act('Reduce Bids')
    expect(await screen.findByText('No bids to reduce')).toBeInTheDocument()
  })
})

it('lists every campaign with its results and the opportunity that calls it waste', async () => {
  const row = {
    siteId: sites[0].id,
    campaignId: '21',
    campaign: 'Search, Beans',
    status: 'paused',
    channelType: 'performance_max',
    spend: 1378.27,
    spendChange: 10,
    spendShare: 12.5,
    impressions: 40_000,
    clicks: 1266,
    clicksChange: null,
    ctr: 3.2,
    avgCpc: 1.0887,
    conversions: 19,
    conversionsChange: -5,
    conversionRate: 1.5,
    cpa: 72.54,
    cpaChange: 20,
    targetCpa: 18.2,
    conversionValue: 2700,
    roas: 1.96,
    roasChange: null,
    insightId: 'i1',
    insightTitle: 'Beans at 4× target CPA',
    currency: 'EUR',
  }
  server.use(
    ...serveTable('/api/ads/campaigns', [row], { ...scope, 'X-Totals': '{"spend":1378.27,"clicks":1266}' })
      .handlers,
  )
  openApp('/ads?tab=campaigns')
  const link = await screen.findByRole('link', { name: 'Beans at 4× target CPA' })
  expect(link).toHaveAttribute('href', '/opportunities?o=i1')
  const cells = within(link.closest('tr')!).getAllByRole('cell')
  expect(cells[0]).toHaveTextContent(
    'Search, BeansPerformance Max · Paused · 12.5% of spendBeans at 4× target CPA',
  )
  expect(cells.slice(1, 3).map((cell) => cell.textContent)).toEqual(['€1,378up 10.0%', '40,000'])
  expect(within(cells[0]!.closest('tr')!).getByText('2.0')).toBeInTheDocument()
  expect(screen.getByRole('row', { name: /^Total/ })).toHaveTextContent('€1,378')
})
it('tells what to do about a paid search that also ranks, why, and opens it', async () => {
  const row = {
    siteId: sites[0].id,
    query: 'beans',
    isBrand: false,
    paidCost: 51.75,
    paidClicks: 65,
    paidConversions: 2,
    paidCpc: 0.8,
    organicPosition: 1.9,
    organicClicks: 58,
    organicImpressions: 1675,
    organicCtr: 3.5,
    page: null,
    action: 'Test a lower bid: you rank in the top 3 without the ad.',
    currency: 'EUR',
  }
  server.use(...serveTable('/api/ads/paid-organic-overlap', [row]).handlers)
  openApp('/ads?tab=overlap')
  expect(await screen.findByText('Test a lower bid')).toBeInTheDocument()
  expect(screen.getByText('you rank in the top 3 without the ad.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'beans' })).toHaveAttribute('href', expect.stringContaining('query'))
})
it('judges a quality score by its colour, and sets a bid to its target', async () => {
  server.use(...serveTable('/api/ads/keywords', [keywordRow()]).handlers)
  openApp('/ads?tab=keywords')
  expect(await screen.findByText('7/10')).toHaveAttribute('data-judgment', 'warn')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for buy beans' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bid for target CPA' }))
  expect((await take())!.text).toContain('buy beans,Phrase,1.00')
})

describe('a search term', () => {
  /** The menu of one row at a time: happy-dom has no layout for more. */
  type Given = {
    searchTerm: string
    status?: string
    editorChange?: 'add' | 'exclude'
    insightId?: string
    insightTitle?: string
  }
  const open = (one: Given, other: Given) => {
    const term = {
      ...keywordRow(),
      status: 'none',
      isBrand: false,
      cpc: 1,
      spendShare: 4,
      insightId: null,
      insightTitle: null,
      organicPosition: null,
      organicClicks: 0,
      seoOpportunity: null,
      action: 'Monitor: too little data to act.',
      editorChange: null,
    }
    server.use(
      ...serveTable('/api/ads/search-terms', [
        { ...term, ...one },
        { ...term, ...other },
      ]).handlers,
    )
    openApp('/ads?tab=search-terms')
  }

  it('is added or excluded by the button beside that advice', async () => {
    open(
      { searchTerm: 'dear beans', editorChange: 'exclude' },
      { searchTerm: 'good beans', editorChange: 'add' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Add as keyword' }))
    expect(await screen.findByText('Keyword file ready')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Exclude' }))
    expect(await screen.findByText('Negative keyword ready')).toBeInTheDocument()
    expect((await take())!.text).toContain('"Search, Beans",Generic,dear beans,Negative Exact')
  })
  it('of an opportunity links to it, and repeats none of its steps', async () => {
    open({ searchTerm: 'free beans', insightId: 'i1', insightTitle: 'Exclude “free”' }, { searchTerm: 'beans' })
    const link = await screen.findByRole('link', { name: 'Exclude “free”' })
    expect(link).toHaveAttribute('href', '/opportunities?o=i1')
    expect(screen.getAllByText('Monitor: too little data to act.')).toHaveLength(1)
  })
  it('that is neither a keyword nor excluded can be both, whatever is advised', async () => {
    open({ searchTerm: 'free beans' }, { searchTerm: 'best beans', status: 'added' })
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for free beans' }))
    expect(screen.getByRole('menuitem', { name: 'Add as keyword' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Exclude' }))
    expect((await take())!.text).toContain('"Search, Beans",Generic,free beans,Negative Exact')
    expect(screen.getByText('best beans')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Actions for best beans' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Exclude' })).toBeNull()
  })
})

it('opens the search terms of a word, as a whole word and with those that need no action', async () => {
  const word = { ...keywordRow(), isBrand: false, wordCount: 1, terms: 3, spendShare: 4, conversionValue: 0 }
  const shown = { insightId: null, insightTitle: null, excess: 100, spendWithoutConversions: 100 }
  const words = serveTable('/api/ads/search-term-words', [
    { ...word, ...shown, word: 'free', conversions: 0, action: 'Wasted: 3 terms, no conversions.' },
    { ...word, ...shown, word: 'beans', action: null },
  ])
  const terms = serveTable('/api/ads/search-terms', [])
  server.use(...words.handlers, ...terms.handlers)
  openApp('/ads?tab=search-terms&brand=non-brand')
  await userEvent.click(await screen.findByRole('button', { name: 'Words' }))
  expect(await screen.findByText('Wasted: 3 terms, no conversions.')).toBeInTheDocument()
  expect(words.requests.at(-1)).toMatchObject({ sort: '-excess', brand: 'non-brand' })
  await userEvent.click(screen.getByRole('link', { name: 'free' }))
  await waitFor(() =>
    expect(terms.requests.at(-1)).toMatchObject({ q: '"free"', all: 'true', brand: 'non-brand' }),
  )
  expect(screen.getByRole('button', { name: 'Terms' })).toHaveAttribute('aria-pressed', 'true')
})
