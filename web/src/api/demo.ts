import { create } from 'zustand'
import { toast } from '@/lib/toast'
import type { JobProgress } from '@/lib/use-job'
import { toastFailure } from '@/api/core/failure'
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
