import { toast } from '@/lib/toast'
import { useJob } from '@/lib/use-job'
import { toastFailure } from '@/api/core/failure'
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
