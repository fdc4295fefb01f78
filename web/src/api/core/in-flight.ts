import { create } from 'zustand'

/** How many requests are under way; the progress bar at the top shows it. */
export const useInFlight = create<{ count: number }>()(() => ({ count: 0 }))

/** Counts one piece of work until the returned function is called; calling that again changes nothing. */
export function beginRequest() {
  let open = true
  useInFlight.setState((s) => ({ count: s.count + 1 }))
  return () => {
    if (open) useInFlight.setState((s) => ({ count: s.count - 1 }))
    open = false
  }
}
