import { daysOf } from '@/lib/calendar'
import { api, type Schemas } from '@/api/core/client'
import { usePages, type Pages } from '@/api/core/pages'
import { address, nextCursor, useResource, type Parameters, type Resource } from '@/api/core/resource'

/** The row type of each analysis table. */
type Rows = {
  '/api/seo/queries': Schemas['QueryRow']
  '/api/seo/pages': Schemas['SEOPageRow']
  '/api/seo/ai-assistants': Schemas['AIAssistantRow']
  '/api/seo/bing-queries': Schemas['BingQueryRow']
  '/api/seo/bing-pages': Schemas['BingPageRow']
  '/api/technical/crawled-pages': Schemas['CrawledPageRow']
  '/api/technical/bing-crawl-issues': Schemas['BingCrawlIssueRow']
  '/api/seo/cannibalization': Schemas['CannibalizationRow']
  '/api/seo/decay': Schemas['DecayRow']
  '/api/seo/internal-links': Schemas['InternalLinkRow']
  '/api/seo/competitors': Schemas['CompetitorRow']
  '/api/ads/wasted-spend': Schemas['WastedSpendRow']
  '/api/ads/campaigns': Schemas['CampaignRow']
  '/api/ads/brand-split': Schemas['BrandSplitRow']
  '/api/ads/rising-cpc': Schemas['RisingCPCRow']
  '/api/ads/search-terms': Schemas['SearchTermRow']
  '/api/ads/search-term-words': Schemas['SearchTermWordRow']
  '/api/ads/keywords': Schemas['KeywordRow']
  '/api/ads/paid-organic-overlap': Schemas['OverlapRow']
  '/api/technical/pagespeed': Schemas['PageSpeedRow']
  '/api/technical/pagespeed-templates': Schemas['PageSpeedTemplateRow']
}

/** The address of an analysis table. */
export type TablePath = keyof Rows
/** A row of a table. */
export type TableRowOf<P extends TablePath> = Rows[P]

/** The filter, order and page of a table; a table rejects parameters it does not support. */
export type TableQuery = {
  siteId: string
  from?: string
  to?: string
  compare?: string
  compareFrom?: string
  brand?: string
  q?: string
  sort?: string
  limit?: number
  cursor?: string
}

/** A span of calendar days, both inclusive. */
export type Days = { from: string; to: string }

/** What the rows of a table cover. */
export type TableScope = {
  /** The days of the figures; null before the first sync. */
  window: Days | null
  /** The days they are compared with; null without a comparison. */
  comparedWith: Days | null
  /** The names of the providers. */
  source: string
  /** The last final day; what comes after it can still change. Null before the first sync. */
  newestDay: string | null
  /** Days of the window without data. */
  missingDays: number
  /** Days of the comparison without data. */
  comparedMissingDays: number
  /** The share of the total that the rows cover, in percent; null if that is all of it, or unknown. */
  coverage: number | null
  /** The totals of columns over all pages; null of several currencies. */
  totals: Record<string, number | null>
}

/** The first rows of a table. A null query waits. */
export function useTable<P extends TablePath>(path: P, query: TableQuery | null) {
  // The Rows map ties each path to its rows and parameters; P is open here.
  const params = (query && { query }) as Parameters<P> | null
  const { data, headers, ...rest } = useResource(path, params) as Resource<unknown>
  return { rows: data as Rows[P][] | undefined, scope: headers && scopeOf(headers), ...rest }
}

/** The rows of a table, page by page. A null query waits. */
export function useTableRows<P extends TablePath>(path: P, query: TableQuery | null) {
  const params = (query && { query }) as Parameters<P> | null
  const { data, headers, ...rest } = usePages(path, params) as Pages<unknown>
  return { rows: data as Rows[P][] | undefined, scope: headers && scopeOf(headers), ...rest }
}

/** The address of all rows of a view as a CSV file. */
export const tableFile = (path: TablePath, { limit: _limit, cursor: _cursor, ...query }: TableQuery) =>
  address(`${path}.csv`, { query })

/** Reads every keyword of a campaign. */
export async function keywordsOf({
  siteId,
  campaignId,
  campaign,
}: Pick<Rows['/api/ads/campaigns'], 'siteId' | 'campaignId' | 'campaign'>) {
  const found: Rows['/api/ads/keywords'][] = []
  let cursor: string | null | undefined
  do {
    const query = { siteId, q: campaign, ...(cursor && { cursor }) }
    // Each page needs the cursor of the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { data, response } = await api.GET('/api/ads/keywords', { params: { query } })
    // The search also finds campaigns whose names only contain this one.
    found.push(...(data ?? []).filter((keyword) => keyword.campaignId === campaignId))
    cursor = nextCursor(response.headers.get('Link'))
  } while (cursor)
  return found
}

/** What the headers of an answer say about its rows. */
export function scopeOf(headers: Headers): TableScope {
  const coverage = headers.get('X-Coverage')
  return {
    window: daysOf(headers.get('X-Window')),
    comparedWith: daysOf(headers.get('X-Compared-With')),
    source: headers.get('X-Source') ?? '',
    newestDay: headers.get('X-Newest-Day'),
    missingDays: Number(headers.get('X-Missing-Days')),
    comparedMissingDays: Number(headers.get('X-Compared-Missing-Days')),
    coverage: coverage === null ? null : Number(coverage),
    totals: JSON.parse(headers.get('X-Totals') ?? '{}') as Record<string, number | null>,
  }
}
