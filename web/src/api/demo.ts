import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { toast } from '@/lib/toast'
import type { JobProgress } from '@/lib/use-job'
import { toastFailure } from '@/api/core/failure'
import { waitForJob } from './core/jobs'
import { refresh } from './core/resource'
import { loadDemo } from './insights'
import { selectSite } from './selected-site'

/** The loading of the demo shop outlives the screen that started it. */
const useDemo = create<{ busy: boolean; progress: JobProgress | null }>()(() => ({
  busy: false,
  progress: null,
}))

async function load() {
  if (useDemo.getState().busy) return
  useDemo.setState({ busy: true })
  try {
    const siteId = await loadDemo((fraction, message) => useDemo.setState({ progress: { fraction, message } }))
    if (siteId) selectSite(siteId)
    toast('Demo data loaded successfully', { tone: 'good' })
  } catch (error) {
    toastFailure(error, 'Failed to load demo data')
  } finally {
    useDemo.setState({ busy: false, progress: null })
  }
}

/** Loads the demo shop as a new site, selects it and reports the progress. */
export const useLoadDemo = () => ({ ...useDemo(), load })

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
