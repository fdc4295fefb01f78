import { Link } from 'wouter'
import { useInsightTotal, useInsightTypes, useTopInsights } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { useMay } from '@/api/core/role'
import { useSiteQuery } from '@/api/selected-site'
import { cx } from '@/lib/cx'
import { joinAnd, num } from '@/lib/format'
import { amountOf, isPending } from '@/lib/insight'
import { tasksOf } from '@/lib/tasks'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { OpportunityItem } from './opportunity-item'

const maxTasks = 5

/** The opportunities of the Overview. */
export function useTopOpportunities() {
  const site = useSiteQuery()
  const read = useTopInsights(site)
  const { sum } = useInsightTotal(site)
  useInsightTypes() // for the icons: later they would cost another round trip
  /** The number of small ones that the server leaves out. */
  const small = Number(read.headers?.get('X-Small-Count') ?? 0)
  return { ...read, small, sum }
}

/** The best pending tasks with their two actions. */
export function TopOpportunities({ top }: { top: ReturnType<typeof useTopOpportunities> }) {
  const { insights, loading, error, reload } = top
  const pending = insights && tasksOf(insights.filter(isPending), (insight) => insight).slice(0, maxTasks)
  return (
    <Card
      title="Top Opportunities"
      aside={
        <>
          {pending && pending.length > 0 && (
            <p className="order-last w-full text-xs text-ink-2 @3xl:order-none @3xl:w-auto">
              <Total sum={top.sum} />
            </p>
          )}
          <Link href="/opportunities" className={cx(buttonClass('ghost', 'sm'), '-mr-1.5')}>
            View All
            <Icon name="right" className="-mr-1" />
          </Link>
        </>
      }
    >
      {loading && <SkeletonRows />}
      {error && <LoadError error={error} onRetry={reload} />}
      {insights?.length === 0 && <NoOpportunities small={top.small} />}
      {insights && insights.length > 0 && pending?.length === 0 && <AllDone />}
      <ol className="divide-y divide-line">
        {pending?.map((task) => (
          <li key={task.lead.id}>
            <OpportunityItem task={task} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The total value of all pending opportunities, expected and if every fix works. */
function Total({ sum }: { sum: ReturnType<typeof useInsightTotal>['sum'] }) {
  if (!sum) return ' '
  return (
    <>
      {num(sum.insights)} open
      {sum.values.length > 0 && (
        <span className="num">
          {' · '}about{' '}
          <b className="font-semibold text-ink">
            {joinAnd(sum.expected.map((value) => amountOf(value, value.mid)))}
          </b>{' '}
          a month expected, up to {joinAnd(sum.values.map((value) => amountOf(value, value.mid)))} if every fix
          works
        </span>
      )}
      {sum.unknown > 0 &&
        (sum.unknown < sum.insights ? ` · ${num(sum.unknown)} not yet valued` : ', not yet valued')}
    </>
  )
}

/** Why there is none: all are small, nothing is connected, nothing was synced yet, or nothing stands out. */
function NoOpportunities({ small }: { small: number }) {
  const { isClient } = useMay()
  const { integrations } = useIntegrations(useSiteQuery())
  if (small > 0) {
    return (
      <EmptyState
        icon="check"
        title="Only small opportunities left"
        action={
          <Link href="/opportunities?small=true" className={buttonClass()}>
            Show small ones ({num(small)})
          </Link>
        }
      >
        Each adds little compared with what this site could gain.
      </EmptyState>
    )
  }
  if (integrations?.some((entry) => entry.lastSyncAt !== null)) {
    return (
      <EmptyState
        icon="check"
        title="Nothing significant found"
        action={
          <Link href="/settings?tab=tuning" className={buttonClass()}>
            See the thresholds of each rule
          </Link>
        }
      >
        Nothing significant in your data right now. We check every day; more sources or a crawl reveal more.
      </EmptyState>
    )
  }
  if (isClient || integrations?.some((entry) => entry.status === 'connected')) {
    return (
      <EmptyState icon="clock" title="Nothing yet">
        Opportunities appear here as soon as your data is synced and ranked.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="target"
      title="Nothing yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href="/settings?tab=integrations" className={buttonClass('primary')}>
            <Icon name="link" />
            Connect integrations
          </Link>
          <Link href="/technical?upload=true" className={buttonClass()}>
            <Icon name="upload" />
            Upload a crawl
          </Link>
        </div>
      }
    >
      No opportunities found. Connect your integrations to get started.
    </EmptyState>
  )
}

const AllDone = () => (
  <EmptyState icon="check" title="All caught up">
    New opportunities appear here after the next crawl or data refresh.
  </EmptyState>
)
