import { Link } from 'wouter'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** An empty list, said by its cause: the filters hide everything, or this site has nothing yet. */
export function NothingMatches({
  filters,
  onClear,
}: {
  filters: { q: string; type: string; status: string }
  onClear: () => void
}) {
  const filtered = filters.q !== '' || filters.type !== 'all' || filters.status !== 'all'
  if (filtered) {
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
  return (
    <EmptyState
      icon="target"
      title="No opportunities for this site yet"
      action={
        <Link href="/technical" className={buttonClass('primary')}>
          Upload a crawl
        </Link>
      }
    >
      Upload a crawl of it, or choose another site in the header.
    </EmptyState>
  )
}
