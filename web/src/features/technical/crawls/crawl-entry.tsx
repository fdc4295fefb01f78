import type { Crawl } from '@/api/technical'
import { ago, countText } from '@/lib/format'
import { CrawlChanges } from './crawl-changes'

/** The name, counts and date of a crawl; a click opens it. */
export const CrawlEntry = ({ crawl, onOpen }: { crawl: Crawl; onOpen: () => void }) => (
  <button
    type="button"
    onClick={onOpen}
    className="block w-full px-4 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
  >
    <span className="block truncate font-medium" title={crawl.fileName}>
      {crawl.fileName}
    </span>
    <span className="num flex flex-wrap gap-x-3 text-xs text-ink-2">
      <span>
        {countText(crawl.pages, 'page')}, {countText(crawl.issues, 'issue')}
        {crawl.rejected > 0 && `, ${countText(crawl.rejected, 'row')} not read`}
      </span>
      <time dateTime={crawl.importedAt} className="text-ink-3">
        {ago(crawl.importedAt)}
      </time>
      <CrawlChanges crawl={crawl} />
    </span>
  </button>
)
