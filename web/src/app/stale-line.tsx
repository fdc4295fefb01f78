import { useEffect } from 'react'
import { refreshWhere } from '@/api/core/resource'
import { useStale } from '@/api/core/stale'
import { ago } from '@/lib/format'
import { Notice } from '@/ui/notice'

/** How often what is on screen is read again while it is old. */
const retryInterval = 15_000

/** One line while the server can only show what it remembers. */
export function StaleLine() {
  const { since, heardAt } = useStale()
  const stale = since !== null
  useEffect(() => {
    if (!stale) return
    const retry = setInterval(() => void refreshWhere(() => true), retryInterval)
    return () => clearInterval(retry)
  }, [stale])
  return (
    <div role="status">
      {stale && (
        <Notice tone="warn" className="mb-4">
          Showing data from {heardAt - since < 60_000 ? 'less than a minute ago' : ago(new Date(since))}. The
          connection to our servers is interrupted; changes cannot be saved right now.
        </Notice>
      )}
    </div>
  )
}
