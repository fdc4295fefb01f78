import { create } from 'zustand'

/** The number of requests under way, for the progress bar at the top. */
export const useInFlight = create<{ count: number }>()(() => ({ count: 0 }))

/** Counts one request until the returned function is called; calling it again has no effect. */
export function beginRequest() {
  let pending = true
  useInFlight.setState((s) => ({ count: s.count + 1 }))
  return () => {
    if (pending) useInFlight.setState((s) => ({ count: s.count - 1 }))
    pending = false
  }
}
