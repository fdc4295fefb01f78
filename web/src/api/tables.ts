import { api, type Schemas } from '@/api/core/client'
import { address, nextCursor, useResource, type Parameters, type Resource } from '@/api/core/resource'

/** What one row of each analysis table is. */
type Rows = {
  '/api/seo/queries': Schemas['QueryRow']
  '/api/seo/pages': Schemas['SEOPageRow']
  '/api/seo/cannibalization': Schemas['CannibalizationRow']
  '/api/seo/decay': Schemas['DecayRow']
  '/api/seo/internal-links': Schemas['InternalLinkRow']
  '/api/seo/competitors': Schemas['CompetitorRow']
  '/api/ads/wasted-spend': Schemas['WastedSpendRow']
  '/api/ads/brand-split': Schemas['BrandSplitRow']
  '/api/ads/rising-cpc': Schemas['RisingCPCRow']
  '/api/ads/search-terms': Schemas['SearchTermRow']
  '/api/ads/keywords': Schemas['KeywordRow']
  '/api/ads/paid-organic-overlap': Schemas['OverlapRow']
  '/api/technical/pagespeed': Schemas['PageSpeedRow']
}

/** The analysis tables, by their address. */
export type TablePath = keyof Rows
/** One row of a table. */
export type TableRowOf<P extends TablePath> = Rows[P]

/** Which rows of a table, in which order; a table refuses what it does not know. */
export type TableQuery = {
  siteId: string
  from?: string
  to?: string
  compare?: string
  brand?: string
  q?: string
  sort?: string
  limit?: number
  cursor?: string
}

/** A span of calendar days, both ends in it. */
export type Days = { from: string; to: string }

/** What the rows of a table are about. */
export type TableScope = {
  /** The days of the figures; null while nothing was read. */
  window: Days | null
  /** The days they are compared with; null when with none. */
  comparedWith: Days | null
  /** The providers in words. */
  source: string
  /** Days of the window that did not come. */
  missingDays: number
  /** Likewise, of what it is compared with. */
  comparedMissingDays: number
  /** How many percent of the whole the rows can tell of; null where that is all, or unknown. */
  coverage: number | null
}

/** The rows of an analysis table, a page at a time: pass `next` as the cursor. Null waits. */
export function useTable<P extends TablePath>(path: P, query: TableQuery | null) {
  // That each path has the rows and the parameters of its own is known to the map above; here P is open.
  const params = (query && { query }) as Parameters<P> | null
  const { data, headers, ...rest } = useResource(path, params) as Resource<unknown>
  return { rows: data as Rows[P][] | undefined, scope: headers && scopeOf(headers), ...rest }
}

/** Where all rows of a view are as a CSV file. */
export const tableFile = (path: TablePath, { limit: _limit, cursor: _cursor, ...query }: TableQuery) =>
  address(`${path}.csv`, { query })

/** Every keyword of a campaign, read at the moment. */
export async function keywordsOf({ siteId, campaignId, campaign }: Rows['/api/ads/wasted-spend']) {
  const found: Rows['/api/ads/keywords'][] = []
  let cursor: string | null | undefined
  do {
    const query = { siteId, q: campaign, ...(cursor && { cursor }) }
    // The cursor of a page is known only when the page before is there.
    // oxlint-disable-next-line no-await-in-loop
    const { data, response } = await api.GET('/api/ads/keywords', { params: { query } })
    // The search also finds campaigns whose name only contains this one.
    found.push(...(data ?? []).filter((keyword) => keyword.campaignId === campaignId))
    cursor = nextCursor(response.headers.get('Link'))
  } while (cursor)
  return found
}

function scopeOf(headers: Headers): TableScope {
  const coverage = headers.get('X-Coverage')
  return {
    window: daysOf(headers.get('X-Window')),
    comparedWith: daysOf(headers.get('X-Compared-With')),
    source: headers.get('X-Source') ?? '',
    missingDays: Number(headers.get('X-Missing-Days')),
    comparedMissingDays: Number(headers.get('X-Compared-Missing-Days')),
    coverage: coverage === null ? null : Number(coverage),
  }
}

/** The days of a header such as X-Window. */
export function daysOf(span: string | null): Days | null {
  const [from, to] = span?.split('/') ?? []
  return from && to ? { from, to } : null
}
