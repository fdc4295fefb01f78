import { Link } from 'wouter'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** An empty list, said by its cause: the filters hide everything, nothing is open, or this site has nothing yet. */
export function NothingMatches({
  filters,
  onClear,
}: {
  filters: { q: string; type: string; status: string }
  onClear: () => void
}) {
  if (filters.q !== '' || filters.type !== 'all' || !['open', 'all'].includes(filters.status)) {
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
  const open = filters.status === 'open'
  return (
    <EmptyState
      icon={open ? 'check' : 'target'}
      title={open ? 'No open opportunities for this site' : 'No opportunities for this site yet'}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link href="/technical" className={buttonClass('primary')}>
            Upload a crawl
          </Link>
          {open && <Button onClick={onClear}>Show every status</Button>}
        </div>
      }
    >
      A new crawl shows what is left to fix. Another site can be chosen in the header.
    </EmptyState>
  )
}
