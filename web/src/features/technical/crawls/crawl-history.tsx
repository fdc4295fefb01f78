import { Suspense } from 'react'
import type { Crawl } from '@/api/technical'
import { cx } from '@/lib/cx'
import { ago, countText } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { CrawlChanges } from './crawl-changes'
import { useRecentCrawls } from './use-recent-crawls'

// A first crawl has no timeline.
const CrawlTimeline = lazyPart(async () => ({ default: (await import('./crawl-timeline')).CrawlTimeline }))

/** The crawls of the site, newest first, and the number of issues over time. */
export function CrawlHistory({
  siteId,
  onOpen,
  className,
}: {
  siteId: string
  onOpen: (crawlId: string) => void
  className?: string
}) {
  const { crawls, loading, error, reload } = useRecentCrawls(siteId)
  return (
    <Card title="Crawls" className={cx('flex flex-col', className)}>
      <div
        role="region"
        aria-label="Crawl history"
        // Scrollable content must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={cx(
          'min-h-0 grow overflow-y-auto overscroll-contain focus-visible:-outline-offset-2',
          crawls?.length === 0 && 'basis-60',
        )}
      >
        {loading && <SkeletonRows rows={3} />}
        {error && <LoadError error={error} onRetry={reload} />}
        {crawls?.length === 0 && (
          <EmptyState compact icon="layers" title="No crawls yet">
            From the second crawl on you see new and resolved issues.
          </EmptyState>
        )}
        {crawls && crawls.length > 0 && (
          // Both at once: a timeline that came later would shift the list.
          <Suspense fallback={<SkeletonRows rows={3} />}>
            {crawls.length > 1 && <CrawlTimeline crawls={crawls} />}
            <ol className="py-1.5">
              {crawls.map((crawl) => (
                <CrawlEntry key={crawl.id} crawl={crawl} onOpen={() => onOpen(crawl.id)} />
              ))}
            </ol>
          </Suspense>
        )}
        {crawls?.length === 1 && (
          <p className="px-4 pt-2 pb-4 text-xs text-pretty text-ink-3">
            The next crawl shows which issues are new, which remain and which are fixed.
          </p>
        )}
      </div>
    </Card>
  )
}

const CrawlEntry = ({ crawl, onOpen }: { crawl: Crawl; onOpen: () => void }) => (
  <li>
    <button type="button" onClick={onOpen} className="block w-full px-4 py-2 text-left hover:bg-sunken">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium" title={crawl.fileName}>
          {crawl.fileName}
        </span>
        <time dateTime={crawl.importedAt} className="shrink-0 text-xs text-ink-3">
          {ago(crawl.importedAt)}
        </time>
      </span>
      <span className="num flex flex-wrap gap-x-3 text-xs text-ink-2">
        <span>
          {countText(crawl.pages, 'page')}, {countText(crawl.issues, 'issue')}
          {crawl.rejected > 0 && `, ${countText(crawl.rejected, 'row')} not read`}
        </span>
        <CrawlChanges crawl={crawl} />
      </span>
    </button>
  </li>
)
