import { lazy, Suspense } from 'react'
import { useInsights, useInsightTotal } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { useCrawls } from '@/api/technical'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { useStart } from '@/start/use-start'
import { AllOpportunities } from './all-opportunities'
import { WaitingForInsights } from './waiting-for-insights'

// For new users.
const ConnectData = lazy(async () => ({ default: (await import('./connect-data')).ConnectData }))

/**
 * Three cases over the whole account: the list if there is any insight of any status; with connections, the
 * wait for the first insights; otherwise the ways to connect data.
 */
export function Opportunities() {
  const any = useInsights({ limit: 1, small: true })
  const connections = useIntegrations({})
  const crawls = useCrawls({ limit: 1 })
  const total = useInsightTotal({})
  const start = useStart()
  const reads = [any, connections, crawls, total]
  const failed = reads.find((read) => read.error)

  if (any.insights && any.insights.length > 0) return <AllOpportunities />
  if (reads.some((read) => read.loading) || start.stage === 'loading') {
    return (
      <div className="card">
        <SkeletonRows label="Loading opportunities" />
      </div>
    )
  }
  if (failed?.error) return <LoadError error={failed.error} onRetry={failed.reload} />
  if (connections.integrations && connections.integrations.length > 0) {
    return <WaitingForInsights integrations={connections.integrations} />
  }
  const crawl = crawls.crawls?.[0]
  const ranking = total.sum?.computing === true
  return (
    <Suspense fallback={<SkeletonRows label="Loading" />}>
      <ConnectData start={ranking ? { ...start, stage: 'waiting' } : start} crawl={crawl} />
    </Suspense>
  )
}
