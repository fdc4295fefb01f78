import { useRef, useState } from 'react'

/** Runs one piece of work at a time, and says while it runs: a second press on a busy button does nothing. */
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
