import { usePageChanges } from '@/api/crawls/crawling'
import { ago } from '@/lib/format'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'

/** The changes shown of a site. */
const limit = 8

/** What the last crawls found changed on pages; nothing while there is nothing to tell. */
export function PageChanges({ siteId, onOpenPage }: { siteId: string; onOpenPage: (url: string) => void }) {
  const { changes, error, reload } = usePageChanges({ siteId, limit })
  if (error) return <LoadError error={error} onRetry={reload} />
  if (!changes || changes.length === 0) return null
  return (
    <Card title="Page changes" subtitle="What crawls found changed, the most important first">
      <ul className="divide-y divide-line">
        {changes.map(({ id, url, text, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onOpenPage(url)}
              className="flex w-full flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 text-left hover:bg-sunken"
            >
              <span className="min-w-0 flex-1 basis-64 text-pretty wrap-anywhere">{text}</span>
              <span className="num shrink-0 text-xs text-ink-3">{ago(createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
