import { useStaleData } from '@/api/core/stale-data'
import { ago } from '@/lib/format'
import { Notice } from '@/ui/notice'

/** One line while the server can only show what it remembers. */
export function StaleLine() {
  const { since, heardAt } = useStaleData()
  return (
    <div role="status">
      {since !== null && (
        <Notice tone="warn" className="mb-4">
          Showing data from {heardAt - since < 60_000 ? 'less than a minute ago' : ago(new Date(since))}. The
          connection to our servers is interrupted; changes cannot be saved right now.
        </Notice>
      )}
    </div>
  )
}
