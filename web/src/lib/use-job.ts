import { useState } from 'react'
import { useBusy } from './use-busy'

/** How far a job is (0 to 1) and what it is doing. */
export type JobProgress = { fraction: number; message: string }

/** Runs one job of the server at a time, and says how far it is while it runs. */
export function useJob() {
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const [busy, run] = useBusy()
  const start = <T>(work: (onProgress: (fraction: number, message: string) => void) => Promise<T>) =>
    run(async () => {
      try {
        return await work((fraction, message) => setProgress({ fraction, message }))
      } finally {
        setProgress(null)
      }
    })
  return { busy, progress, start }
}
