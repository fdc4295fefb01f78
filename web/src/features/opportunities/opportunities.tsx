import { Suspense, type ComponentProps } from 'react'
import { useComments } from '@/api/comments'
import { useLoadDemo } from '@/api/demo'
import { useEvidence, useFixes, useInsight, useInsightDays, useInsights, useInsightTotal } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { useMay } from '@/api/core/role'
import { useSites } from '@/api/sites'
import { useCrawls } from '@/api/technical'
import { useUrlState } from '@/lib/use-url-state'
import { lazyPart } from '@/lib/parts/lazy-part'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'
import { useStart } from '@/start/use-start'
import { AllOpportunities } from './all-opportunities'

// Most accounts have opportunities.
const WaitingForInsights = lazyPart(async () => ({
  default: (await import('./waiting-for-insights')).WaitingForInsights,
}))
const loading = (
  <div className="card">
    <SkeletonRows label="Loading opportunities" />
  </div>
)

// For new users.
const ConnectData = lazyPart(async () => ({ default: (await import('./connect-data')).ConnectData }))

/**
 * Three cases over the whole account: the list if there is any insight of any status; with connections, the
 * wait for the first insights; otherwise the ways to connect data.
 */
export function Opportunities() {
  const [{ o }] = useUrlState({ o: '' })
  return (
    <>
      {o !== '' && <ReadAhead id={o} />}
      <Suspense fallback={loading}>
        <ForRole />
      </Suspense>
    </>
  )
}

/** Reads what the detail shows together with the list, which opens it. */
function ReadAhead({ id }: { id: string }) {
  useInsight(id)
  useEvidence(id)
  useInsightDays(id)
  useFixes(id)
  useComments(id)
  return null
}

// What clients see is connected by others.
const ForRole = () => (useMay().isClient ? <AllOpportunities /> : <Cases />)

function Cases() {
  const any = useInsights({ limit: 1, small: true })
  const connections = useIntegrations({})
  const crawls = useCrawls({ limit: 1 })
  const total = useInsightTotal({})
  const start = useStart()
  const sites = useSites()
  const demo = useLoadDemo()
  const reads = [any, connections, crawls, total]
  const failed = [sites, ...reads].find((read) => read.error)

  if (sites.error) return <Failed error={sites.error} onRetry={() => void sites.reload()} />
  // The demo's site and its connections are there long before its opportunities.
  if (demo.busy) return <ConnectData start={start} crawl={undefined} />
  if (any.insights && any.insights.length > 0) return <AllOpportunities />
  if (reads.some((read) => read.loading) || start.stage === 'loading') return loading
  if (failed?.error) return <Failed error={failed.error} onRetry={failed.reload} />
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

const Failed = (props: ComponentProps<typeof LoadError>) => (
  <>
    <PageHeader title="All Opportunities" />
    <LoadError {...props} />
  </>
)
