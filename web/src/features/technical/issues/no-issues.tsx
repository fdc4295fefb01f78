import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonRows } from '@/ui/skeleton'
import { useRecentCrawls } from '../crawls/use-recent-crawls'

type NoIssuesProps = {
  siteId: string
  filters: { status: string; seen: string; against: string }
  /** Goes back to all open issues; undefined where they are shown. */
  onReset: (() => void) | undefined
  /** Shows those marked as fixed too. */
  onShowAll: () => void
}

/** An empty table with its reason: filters, everything marked as fixed, a clean crawl, or no crawl. */
export function NoIssues({ siteId, filters, onReset, onShowAll }: NoIssuesProps) {
  const { crawls } = useRecentCrawls(siteId)
  if (onReset) {
    return (
      <EmptyState
        icon="filter"
        title={titleOf(filters)}
        action={<Button onClick={onReset}>Clear Filters</Button>}
      />
    )
  }
  // A crawl that just came is known before its issues are.
  const newest = filters.against === '' ? crawls?.[0] : undefined
  if (newest?.issues) {
    return isRecent(newest.importedAt) ? (
      <SkeletonRows />
    ) : (
      <EmptyState
        icon="check"
        title="All issues are marked as fixed"
        action={<Button onClick={onShowAll}>Show fixed issues</Button>}
      />
    )
  }
  if (crawls && crawls.length > 0) {
    return (
      <EmptyState icon="check" title="No technical issues found">
        The {filters.against === '' ? 'latest' : 'chosen'} crawl has no issues.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="upload" title="Nothing crawled yet">
      No technical issues found. Upload a Screaming Frog CSV to get started.
    </EmptyState>
  )
}

/** Within the last minute. */
const isRecent = (time: string) => Date.now() - Date.parse(time) < 60_000

function titleOf({ status, seen }: NoIssuesProps['filters']) {
  if (seen === 'new') return 'No new issues match these filters'
  if (seen === 'gone') return 'No fixed issues match these filters'
  return status === 'fixed' ? 'No issues marked as fixed' : 'No issues match these filters'
}
