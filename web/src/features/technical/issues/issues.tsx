import { useState } from 'react'
import { useMay } from '@/api/core/role'
import { issuesFile, useIssueCounts, useTechnicalIssues } from '@/api/crawls/issues'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Card } from '@/ui/card'
import { DownloadLink } from '@/ui/download-link'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { useRecentCrawls } from '../crawls/use-recent-crawls'
import { isCompared } from './comparison'
import { CrawlPair } from './crawl-pair'
import { IssueControls } from './issue-controls'
import { IssueTable } from './issue-table'
import { IssueTypes } from './issue-types'
import { NoIssues } from './no-issues'
import { SeenFilter } from './seen-filter'
import { useIssueFilters } from './use-issue-filters'

/** The technical issues of a site's newest crawl, compared with the previous one, or of two chosen crawls. */
export function Issues({ siteId, onOpenPage }: { siteId: string; onOpenPage: (url: string) => void }) {
  const { filters, setFilters, view, crawls, query, reset, showAll } = useIssueFilters(siteId)
  const { counts, loading: counting, error: countsError, reload: recount } = useIssueCounts(crawls)
  const { issues, total, loading, error, reload, more } = useTechnicalIssues(query)
  const crawled = counts && counts.length > 0
  // At first, controls and rows appear together: controls that came later would shift the rows.
  const settled = !counting && !loading
  const { crawls: recent } = useRecentCrawls(siteId)
  const { edit } = useMay()
  const isNewest = filters.against === '' || filters.of === '' || filters.of === recent?.[0]?.id
  const [opened, setOpened] = useState(false)
  if (settled && !opened) setOpened(true)
  return (
    <Card title="Technical Issues" aside={<ExportAll total={total} href={issuesFile(view)} />}>
      {opened && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 empty:hidden">
          {(crawled || filters.against !== '') && (
            <CrawlPair siteId={siteId} pair={filters} onChange={setFilters} />
          )}
          {crawled && (isCompared(counts) || filters.seen !== 'all') && (
            <SeenFilter
              label={
                filters.against === '' ? 'Compared with the previous crawl' : 'Compared with the chosen crawl'
              }
              counts={counts}
              value={filters.seen}
              onChange={(seen) => setFilters({ seen })}
            />
          )}
        </div>
      )}
      {opened && crawled && (
        <>
          <IssueTypes
            counts={counts}
            comparison={filters.seen}
            selected={filters.type}
            onSelect={(type) => setFilters({ type })}
          />
          <IssueControls filters={filters} onChange={setFilters} onReset={reset} />
        </>
      )}
      {!settled && <SkeletonRows />}
      {error && <LoadError error={error} onRetry={reload} />}
      {countsError && !error && <LoadError error={countsError} onRetry={recount} />}
      {settled && !countsError && issues?.length === 0 && (
        <NoIssues siteId={siteId} filters={filters} onReset={reset} onShowAll={showAll} />
      )}
      {settled && issues && issues.length > 0 && (
        <IssueTable
          issues={issues}
          counts={counts ?? []}
          total={total}
          view={view}
          markable={edit && isNewest}
          sort={filters.sort}
          onSort={(sort) => setFilters({ sort })}
          onOpenPage={onOpenPage}
          more={more}
        />
      )}
    </Card>
  )
}

/** The number of issues in the view, and all of them as a file. */
function ExportAll({ total, href }: { total: number | null; href: string }) {
  if (total === null || total === 0) return null
  const issues = `${num(total)} ${total === 1 ? 'issue' : 'issues'}`
  return (
    <div className="flex items-center gap-3">
      <span className="num hidden text-xs text-ink-3 @md:inline">{num(total)} in this view</span>
      <DownloadLink
        size="sm"
        href={href}
        onStart={() => toast('Export Started', { description: `${issues} of this view as a CSV file.` })}
      >
        Export All
      </DownloadLink>
    </div>
  )
}
