import { Link } from 'wouter'
import { useLoadDemo } from '@/api/demo'
import { useIntegration } from '@/api/integrations'
import type { Site } from '@/api/sites'
import type { TablePath, TableScope } from '@/api/tables'
import { domainText } from '@/lib/domain'
import { isBackfilling, providerName } from '@/lib/integration'
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
  const provider = table.providers[0]
  if (scope?.window || provider === undefined) {
    return (
      <EmptyState icon={provider ? 'check' : 'layers'} title={title}>
        {table.emptyText}
      </EmptyState>
    )
  }
  return <NothingRead provider={provider} site={site} searched={table.rowsName} />
}

/** Before the first sync: what to connect, or what the connection waits for. */
function NothingRead({
  provider,
  site,
  searched,
}: {
  provider: Parameters<typeof useIntegration>[0]
  site: Site
  searched: string
}) {
  const { integration, loading } = useIntegration(provider, site.id)
  const { busy, progress, load } = useLoadDemo()
  if (loading) return <SkeletonRows />
  const name = providerName(provider)
  if (integration && isBackfilling(integration)) {
    return (
      <EmptyState icon="clock" title={title}>
        {name} is syncing. The first days appear here shortly.
      </EmptyState>
    )
  }
  const failed = integration?.status === 'error'
  return (
    <>
      <EmptyState
        icon="link"
        title={title}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link href="/settings?tab=integrations" className={buttonClass('primary')}>
              {failed ? 'See what to do' : `Connect ${name}`}
            </Link>
            <Button icon="spark" busy={busy} onClick={load}>
              {busy ? 'Loading...' : 'Load demo data'}
            </Button>
          </span>
        }
      >
        {failed
          ? `${name} could not be synced. ${integration.lastError ?? ''}`
          : `Connect ${name} to see ${searched} for ${domainText(site.domain)}.`}
      </EmptyState>
      {progress && (
        <div className="px-4 pb-4">
          <JobStatus label="Demo data" progress={progress} />
        </div>
      )}
    </>
  )
}
