import { useState } from 'react'
import { useBusy } from './interaction/use-busy'

/** The progress of a job (0 to 1) and its current step. */
export type JobProgress = { fraction: number; message: string }

/** Runs one job of the server at a time and tracks its progress. */
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
