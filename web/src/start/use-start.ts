import { useInsightTotal, useTopInsights } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { usePortfolio } from '@/api/portfolio'
import { useMay } from '@/api/core/role'
import { useSelectedSite } from '@/api/selected-site'
import type { Site } from '@/api/sites'
import { isBackfilling } from '@/lib/integration'
import { useSiteCrawls } from './site-crawls'

/**
 * Where a user stands on the way to the first opportunity: without a site, without data, while data arrives
 * and is ranked, or done. "empty" is known to have no opportunity yet, and no more is known.
 */
export type Start = {
  stage: 'loading' | 'empty' | 'site' | 'data' | 'waiting' | 'done'
  site: Site | undefined
}

/** The start of the selected site. An established one costs no request: its lists are shown anyway. */
export function useStart(): Start {
  const { site, loading, error } = useSelectedSite()
  const query = site ? { siteId: site.id } : null
  const first = useTopInsights(query)
  const { isClient } = useMay()
  const isEmpty = !isClient && first.insights?.length === 0 && !Number(first.headers?.get('X-Small-Count') ?? 0)
  const connections = useIntegrations(isEmpty ? query : null)
  const crawls = usePortfolio(isEmpty ? {} : null)
  const total = useInsightTotal(isEmpty ? query : null)
  const crawl = useSiteCrawls((state) => (site ? state.bySite[site.id] : undefined))

  if (loading) return { stage: 'loading', site }
  if (!site) return { stage: error ? 'done' : 'site', site }
  if (first.loading) return { stage: 'loading', site }
  if (!isEmpty || [connections, crawls, total].some((read) => read.error)) return { stage: 'done', site }
  if ([connections, crawls, total].some((read) => read.loading)) return { stage: 'empty', site }
  const syncing = connections.integrations?.some((item) => item.status === 'connected' && isBackfilling(item))
  if (total.sum?.computing || crawl?.phase === 'running' || syncing) return { stage: 'waiting', site }
  const crawled = crawls.sites?.some(({ siteId, crawledAt }) => siteId === site.id && crawledAt !== null)
  const hasData = crawled || connections.integrations?.some((item) => item.lastSyncAt !== null)
  return { stage: hasData ? 'done' : 'data', site }
}
