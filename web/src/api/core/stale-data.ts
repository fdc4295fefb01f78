import { useEffect } from 'react'
import { refreshWhere } from './resource'
import { useStale } from './stale'

/** How often what is on screen is read again while it is old. */
const retryInterval = 15_000

/** Whether the data on screen is old, since when, and when that was heard; reads it again meanwhile. */
export function useStaleData() {
  const { since, heardAt } = useStale()
  const stale = since !== null
  useEffect(() => {
    if (!stale) return
    const retry = setInterval(() => void refreshWhere(() => true), retryInterval)
    return () => clearInterval(retry)
  }, [stale])
  return { since, heardAt }
}
