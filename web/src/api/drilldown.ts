import type { Schemas } from '@/api/core/client'
import { useResource, type Parameters, type Resource } from '@/api/core/resource'
import { subjectFields, type Subject } from '@/lib/subject'
import { scopeOf } from './tables'

/** All that the sources tell about a row of a table. */
export type Drilldown = Schemas['Drilldown']
/** The pages of a query, the queries of a page, or the parts of a campaign. */
export type Counterparts = Schemas['Counterparts']

const paths = {
  query: '/api/seo/query',
  page: '/api/seo/page',
  campaign: '/api/ads/campaign',
  'ad-group': '/api/ads/ad-group',
  keyword: '/api/ads/keyword',
  'search-term': '/api/ads/search-term',
} as const

/** The days of a drill-down and what they are compared with. */
export type PeriodQuery = { from?: string; to?: string; compare?: string; compareFrom?: string }

/** A subject day by day; a null subject or period waits. */
export function useDrilldown(siteId: string, subject: Subject | null, period: PeriodQuery | null) {
  const path = paths[subject?.kind ?? 'query']
  const params = subject && period && { query: { siteId, ...subjectFields(subject), ...period } }
  // Each kind has its own parameters; the kind is open here.
  const { data, headers, ...rest } = useResource(
    path,
    params as Parameters<typeof path> | null,
  ) as Resource<Drilldown>
  return { drilldown: data, scope: headers && scopeOf(headers), ...rest }
}
