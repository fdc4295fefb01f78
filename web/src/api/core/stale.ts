import { create } from 'zustand'

/** When the data on screen was last confirmed, while the server cannot reach its origin; null when it can. */
export const useStale = create<{ since: number | null; heardAt: number }>()(() => ({ since: null, heardAt: 0 }))

/** Reads from an answer whether it is the last one that the server knows, and how old that is. */
export function noteStaleness(headers: Headers) {
  const age = headers.get('X-Age')
  if (age === null) return // not an answer from memory
  const { since } = useStale.getState()
  if (headers.get('X-Stale') !== 'true') {
    if (since !== null) useStale.setState({ since: null })
    return
  }
  const heardAt = Date.now()
  const confirmed = heardAt - Number(age) * 1000
  useStale.setState({ since: since === null ? confirmed : Math.min(since, confirmed), heardAt })
}
