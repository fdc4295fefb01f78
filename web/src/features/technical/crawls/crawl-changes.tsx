import type { Crawl } from '@/api/technical'
import { num } from '@/lib/format'

/** The new and fixed issues of a crawl; nothing for a first crawl. */
export function CrawlChanges({ crawl }: { crawl: Crawl }) {
  if (crawl.newIssues === null || crawl.goneIssues === null) return null
  return (
    <span className="num flex gap-2 text-xs font-medium whitespace-nowrap">
      <span className={crawl.newIssues > 0 ? 'text-bad-ink' : 'text-ink-3'}>{num(crawl.newIssues)} new</span>
      <span className={crawl.goneIssues > 0 ? 'text-good-ink' : 'text-ink-3'}>
        {num(crawl.goneIssues)} gone
      </span>
    </span>
  )
}
