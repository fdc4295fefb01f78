import { Link } from 'wouter'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import type { Filters } from './use-opportunities'

/** An empty list, said by its cause: the filters hide everything, nothing is open, or this site has nothing yet. */
export function NothingMatches({
  filters,
  onClear,
}: {
  filters: Pick<Filters, 'q' | 'type' | 'status' | 'assignee' | 'snoozed' | 'scope'>
  onClear: () => void
}) {
  const { q, type, status, assignee, snoozed, scope } = filters
  if (q !== '' || type !== 'all' || assignee !== '' || snoozed !== '' || !['open', 'all'].includes(status)) {
    return (
      <EmptyState
        icon="filter"
        title="No opportunities match these filters"
        action={<Button onClick={onClear}>Clear Filters</Button>}
      >
        Try another search, type or status.
      </EmptyState>
    )
  }
  const open = status === 'open'
  const where = scope === 'site' ? 'for this site' : 'for any site'
  return (
    <EmptyState
      icon={open ? 'check' : 'target'}
      title={open ? `No open opportunities ${where}` : `No opportunities ${where} yet`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href="/technical" className={buttonClass('primary')}>
            Upload a crawl
          </Link>
          {open && <Button onClick={onClear}>Show every status</Button>}
        </div>
      }
    >
      Nothing read so far is sure enough and worth a task. A new crawl, another source and more days show what
      is left to fix{scope === 'site' && '; another site can be chosen in the header'}.
    </EmptyState>
  )
}
