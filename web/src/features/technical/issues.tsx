import { useIssueCounts, useTechnicalIssues } from '@/api/technical'
import { num } from '@/lib/format'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { IssueControls } from './issue-controls'
import { IssueTable } from './issue-table'
import { IssueTypes } from './issue-types'
import { NoIssues } from './no-issues'
import { useIssueFilters } from './use-issue-filters'

/** The technical issues of the newest crawl of a site. */
export function Issues({ siteId }: { siteId: string }) {
  const { filters, setFilters, query, narrowed, clear } = useIssueFilters(siteId)
  const { counts } = useIssueCounts({ siteId })
  const { issues, total, loading, error, reload } = useTechnicalIssues(query)
  const crawled = counts && counts.length > 0
  return (
    <Card
      title="Technical Issues"
      aside={
        total !== null && total > 0 && <span className="num text-xs text-ink-3">{num(total)} in this view</span>
      }
    >
      {crawled && (
        <>
          <IssueTypes counts={counts} selected={filters.type} onSelect={(type) => setFilters({ type })} />
          <IssueControls filters={filters} onChange={setFilters} onClear={clear} />
        </>
      )}
      {loading && <SkeletonRows />}
      {error && <LoadError error={error} onRetry={reload} />}
      {issues?.length === 0 && (
        <NoIssues
          siteId={siteId}
          narrowed={narrowed || Boolean(crawled)}
          status={filters.status}
          onClear={clear}
        />
      )}
      {issues && issues.length > 0 && (
        <IssueTable query={query} sort={filters.sort} onSort={(sort) => setFilters({ sort })} />
      )}
    </Card>
  )
}
