import { toastFailure } from '@/api/failure'
import { setInsightStatus, type InsightStatus } from '@/api/insights'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'

/** Moves one insight to another status, tells the user how that went and answers whether it moved. */
export function useStatusChange(id: string) {
  const [busy, run] = useBusy()
  const change = (status: InsightStatus) =>
    run(async () => {
      try {
        await setInsightStatus(id, status)
        toast('Insight status updated', { tone: 'good' })
        return true
      } catch (error) {
        toastFailure(error, 'Failed to update insight')
        return false
      }
    })
  return { busy, change }
}
