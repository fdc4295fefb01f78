import { Suspense } from 'react'
import { cx } from '@/lib/cx'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { CrawlEntry } from './crawl-entry'
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
                <li key={crawl.id}>
                  <CrawlEntry crawl={crawl} onOpen={() => onOpen(crawl.id)} />
                </li>
              ))}
            </ol>
          </Suspense>
        )}
      </div>
    </Card>
  )
}
