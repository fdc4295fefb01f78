import { useCrawls, type Crawl } from '@/api/technical'
import { ago, num } from '@/lib/format'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'

/** How many crawls the list shows. */
const shown = 5

/** The crawls of the site, newest first. */
export function CrawlHistory({ siteId }: { siteId: string }) {
  const { crawls, loading, error, reload } = useCrawls({ siteId, limit: shown })
  return (
    <Card title="Crawls">
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {crawls?.length === 0 && (
        <EmptyState icon="layers" title="No crawls yet">
          Every crawl you upload is kept here.
        </EmptyState>
      )}
      {crawls && crawls.length > 0 && (
        <ol className="py-1.5">
          {crawls.slice(0, shown).map((crawl) => (
            <CrawlEntry key={crawl.id} crawl={crawl} />
          ))}
        </ol>
      )}
    </Card>
  )
}

const CrawlEntry = ({ crawl }: { crawl: Crawl }) => (
  <li className="px-4 py-2">
    <div className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 truncate font-medium" title={crawl.fileName}>
        {crawl.fileName}
      </span>
      <time dateTime={crawl.importedAt} className="shrink-0 text-xs text-ink-3">
        {ago(crawl.importedAt)}
      </time>
    </div>
    <p className="num text-xs text-ink-2">
      {num(crawl.pages)} pages, {num(crawl.issues)} issues
      {crawl.rejected > 0 && `, ${num(crawl.rejected)} rows not read`}
    </p>
  </li>
)
