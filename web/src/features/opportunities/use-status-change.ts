import { toastFailure } from '@/api/failure'
import { setInsightStatus, type Insight, type InsightStatus } from '@/api/insights'
import { undoClosing } from '@/api/undo'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'

/** Moves one insight to another status, tells the user how that went and answers whether it moved. */
export function useStatusChange(insight: Insight) {
  const [busy, run] = useBusy()
  const change = (status: InsightStatus, reason?: string) =>
    run(async () => {
      try {
        await setInsightStatus(insight.id, status, reason)
        const closed = status === 'done' || status === 'dismissed'
        toast('Insight status updated', { tone: 'good', ...(closed && { action: undoClosing(insight) }) })
        return true
      } catch (error) {
        toastFailure(error, 'Failed to update insight')
        return false
      }
    })
  return { busy, change }
}
