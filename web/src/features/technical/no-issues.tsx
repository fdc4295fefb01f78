import { useCrawls } from '@/api/technical'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

type NoIssuesProps = {
  siteId: string
  /** Filters are on, or the site has issues that this view does not show. */
  narrowed: boolean
  status: string
  onClear: () => void
}

/** An empty table, said by its cause: the filters, a clean crawl, or no crawl at all. */
export function NoIssues({ siteId, narrowed, status, onClear }: NoIssuesProps) {
  const { crawls } = useCrawls({ siteId, limit: 5 })
  if (narrowed) {
    return (
      <EmptyState
        icon="filter"
        title={status === 'fixed' ? 'Nothing marked as fixed here' : 'No issues match these filters'}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    )
  }
  if (crawls && crawls.length > 0) {
    return (
      <EmptyState icon="check" title="No technical issues found">
        The newest crawl is clean.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="upload" title="Nothing crawled yet">
      No technical issues found. Upload a Screaming Frog CSV to get started.
    </EmptyState>
  )
}
