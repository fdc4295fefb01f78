import { Link } from 'wouter'
import { useIntegration, useIntegrations } from '@/api/integrations'
import { useMay } from '@/api/core/role'
import { useSiteQuery } from '@/api/selected-site'
import { useCrawls } from '@/api/technical'
import { num } from '@/lib/format'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { pendingStatuses, type Filters } from './use-opportunities'

/** An empty list and why: all are small, filters hide all, nothing is open, or there is no data yet. */
export function NothingMatches({
  filters,
  small,
  onShowSmall,
  onClear,
  onShowAll,
}: {
  filters: Pick<Filters, 'q' | 'type' | 'status' | 'assignee' | 'snoozed' | 'scope' | 'client' | 'tag'>
  /** The number of small opportunities left out. */
  small: number
  onShowSmall: () => void
  onClear: () => void
  /** Shows what is not assigned to the user, too. */
  onShowAll: () => void
}) {
  const { q, type, status, assignee, snoozed, scope } = filters
  const covered = scope !== 'site' && filters.client + filters.tag !== ''
  if (small > 0) {
    return (
      <EmptyState
        icon="check"
        title="Only small opportunities here"
        action={<Button onClick={onShowSmall}>Show small ones ({num(small)})</Button>}
      >
        They are hidden because each adds little compared with what this site could gain.
      </EmptyState>
    )
  }
  if (
    q !== '' ||
    type !== 'all' ||
    assignee !== '' ||
    covered ||
    snoozed !== '' ||
    !['open', pendingStatuses, 'all'].includes(status)
  ) {
    return (
      <EmptyState
        icon="filter"
        title="No opportunities match these filters"
        action={<Button onClick={onClear}>Clear Filters</Button>}
      >
        Try another search, type{covered && ', client, tag'} or status.
      </EmptyState>
    )
  }
  if (scope === 'mine') {
    return (
      <EmptyState
        icon="check"
        title="Nothing to do is assigned to you"
        action={<Button onClick={onShowAll}>Show all sites</Button>}
      >
        Open an opportunity and choose Assign to take it on.
      </EmptyState>
    )
  }
  return <NothingThere open={status !== 'all'} scope={scope} onClear={onClear} />
}

function NothingThere({ open, scope, onClear }: { open: boolean; scope: string; onClear: () => void }) {
  const { edit, manage, isClient } = useMay()
  const hasNoData = useHasNoData(isClient)
  if (isClient) {
    return (
      <EmptyState
        icon={open ? 'check' : 'target'}
        title={open ? 'No open opportunities' : 'No opportunities yet'}
        action={open && <Button onClick={onClear}>Show every status</Button>}
      >
        New ones appear here as they are found.
      </EmptyState>
    )
  }
  if (hasNoData === undefined && scope === 'site') return null
  if (hasNoData && scope === 'site') {
    return (
      <EmptyState
        icon="target"
        title="No data yet"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {manage && (
              <Link href="/settings?tab=integrations" className={buttonClass('primary')}>
                Connect integrations
              </Link>
            )}
            {edit && (
              <Link href="/technical?upload=true" className={buttonClass()}>
                Upload a crawl
              </Link>
            )}
          </div>
        }
      >
        {edit
          ? 'Connect one source and your first fixes appear here.'
          : 'Once one of your team connects a source or uploads a crawl, the first fixes appear here.'}
      </EmptyState>
    )
  }
  const where = scope === 'site' ? 'for this site' : 'for any site'
  return (
    <EmptyState
      icon={open ? 'check' : 'target'}
      title={open ? `No open opportunities ${where}` : `No opportunities ${where} yet`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {edit && (
            <Link href="/technical?upload=true" className={buttonClass('primary')}>
              Upload a crawl
            </Link>
          )}
          {open && <Button onClick={onClear}>Show every status</Button>}
        </div>
      }
    >
      Nothing significant found so far{edit && '. Upload a new crawl or connect another source to find more'}
      {scope === 'site' && '. You can switch sites in the header'}.
    </EmptyState>
  )
}

/** Whether the selected site has neither a crawl nor any synced data; undefined until that is known. */
function useHasNoData(skip: boolean) {
  const selected = useSiteQuery()
  const site = skip ? null : selected
  const { integrations, error: unread } = useIntegrations(site)
  const { integration: pageSpeed, error: untested } = useIntegration('pagespeed', site?.siteId ?? null)
  const { crawls, error: uncrawled } = useCrawls(site && { ...site, limit: 1 })
  if (unread || untested || uncrawled) return false
  if (!integrations || !pageSpeed || !crawls) return undefined
  return (
    crawls.length === 0 &&
    integrations.length > 0 &&
    [...integrations, pageSpeed].every(({ lastSyncAt }) => lastSyncAt === null)
  )
}
