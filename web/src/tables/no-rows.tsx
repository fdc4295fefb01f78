import { Link } from 'wouter'
import { useLoadDemo } from '@/api/demo'
import { useIntegration } from '@/api/integrations'
import type { Site } from '@/api/sites'
import type { TablePath, TableScope } from '@/api/tables'
import { domainText } from '@/lib/domain'
import { joinAnd } from '@/lib/format'
import { isBackfilling, providerName, type Provider } from '@/lib/integration'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { JobStatus } from '@/ui/job-status'
import { SkeletonRows } from '@/ui/skeleton'
import type { TableDefinition } from './definition'

type NoRowsProps = {
  table: Omit<TableDefinition<TablePath>, 'columns' | 'subject' | 'actions'>
  site: Site
  scope: TableScope | undefined
  /** A search or a filter is on. */
  narrowed: boolean
  onClear: () => void
}

const title = 'No data available'

/** An empty table with its reason: filters, a provider without data, or no connected provider. */
export function NoRows({ table, site, scope, narrowed, onClear }: NoRowsProps) {
  if (narrowed) {
    return (
      <EmptyState icon="filter" title={title} action={<Button onClick={onClear}>Clear Filters</Button>}>
        Nothing matches your search and filters.
      </EmptyState>
    )
  }
  const [first, second] = table.providers
  if (scope?.window || first === undefined) {
    return (
      <EmptyState icon={first ? 'check' : 'layers'} title={title}>
        {table.emptyText}
      </EmptyState>
    )
  }
  return (
    <NothingRead
      first={first}
      second={table.needsAll ? second : undefined}
      site={site}
      searched={table.rowsName}
    />
  )
}

/** Before the first sync: what to connect, or what the connection waits for. */
function NothingRead({
  first,
  second,
  site,
  searched,
}: {
  first: Provider
  /** A second provider that it cannot do without. */
  second: Provider | undefined
  site: Site
  searched: string
}) {
  const one = useIntegration(first, site.id)
  const other = useIntegration(second ?? first, second === undefined ? null : site.id)
  const { busy, progress, load } = useLoadDemo()
  if (one.loading || (second !== undefined && other.loading)) return <SkeletonRows />
  const needed = [one, other].flatMap(({ integration }) => integration ?? [])
  const missing = needed.filter(({ status }) => status === 'disconnected')
  const syncing = needed.find(isBackfilling)
  if (missing.length === 0 && syncing) {
    return (
      <EmptyState icon="clock" title={title}>
        {providerName(syncing.provider)} is syncing. The first days appear here shortly.
      </EmptyState>
    )
  }
  const failed = missing.length === 0 ? needed.find(({ status }) => status === 'error') : undefined
  const names = (missing.length > 0 ? missing.map(({ provider }) => provider) : [first]).map(providerName)
  const asWell = missing.length < needed.length && missing.length > 0 ? ' as well' : ''
  return (
    <>
      <EmptyState
        icon="link"
        title={title}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link href="/settings?tab=integrations" className={buttonClass('primary')}>
              {failed ? 'See what to do' : `Connect ${names[0]}`}
            </Link>
            <Button icon="spark" busy={busy} onClick={load}>
              {busy ? 'Loading...' : 'Load demo data'}
            </Button>
          </span>
        }
      >
        {failed
          ? `${providerName(failed.provider)} could not be synced. ${failed.lastError ?? ''}`
          : `Connect ${joinAnd(names)}${asWell} to see ${searched} for ${domainText(site.domain)}.`}
      </EmptyState>
      {progress && (
        <div className="px-4 pb-4">
          <JobStatus label="Demo data" progress={progress} />
        </div>
      )}
    </>
  )
}
