import { useRef, useState } from 'react'

/** Runs one async function at a time: while it is busy, a second click has no effect. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [busy, run] as const
}
