import { useEffect, useState } from 'react'
import { toast } from '@/lib/toast'
import { useJob, type JobProgress } from '@/lib/use-job'
import { toastFailure } from '@/api/core/failure'
import { waitForJob } from './core/jobs'
import { refresh } from './core/resource'
import { loadDemo } from './insights'
import { selectSite } from './selected-site'

/** Loads the demo shop as a new site, selects it and reports the progress. */
export function useLoadDemo() {
  const { busy, progress, start } = useJob()
  const load = () =>
    start(async (onProgress) => {
      try {
        const siteId = await loadDemo(onProgress)
        if (siteId) selectSite(siteId)
        toast('Demo data loaded successfully', { tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to load demo data')
      }
    })
  return { busy, progress, load }
}

/** The interval of reads while the demo is being prepared, in ms: visitors receive no events. */
const pollInterval = 3_000

/** Follows the job that fills the public demo; what it has filled so far is read again meanwhile. */
export function useDemoProgress(job: string) {
  const [progress, setProgress] = useState<JobProgress | null>(null)
  useEffect(() => {
    const reload = () => void refresh('/api/')
    const timer = setInterval(reload, pollInterval)
    if (job !== '')
      void waitForJob(`/api/jobs/${job}`, (fraction, message) => setProgress({ fraction, message }))
        .then(reload)
        .catch(() => {}) // the lists are read again anyway
    return () => clearInterval(timer)
  }, [job])
  return progress
}
