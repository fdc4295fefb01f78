import { toastFailure } from '@/api/core/failure'
import { readInsights, setInsightStatus, type Insight, type InsightStatus } from '@/api/insights'
import { undoClosing } from '@/api/undo'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'

/** Changes the status of one insight or of its task and shows a toast; resolves to whether it succeeded. */
export function useStatusChange(insight: Insight) {
  const [busy, run] = useBusy()
  const move = (read: () => Promise<Insight[]>, status: InsightStatus, reason?: string) =>
    run(async () => {
      try {
        const before = await read()
        await setInsightStatus(
          before.map(({ id }) => id),
          status,
          reason,
        )
        const closed = status === 'done' || status === 'dismissed'
        toast(before.length === 1 ? 'Insight status updated' : `${num(before.length)} opportunities updated`, {
          tone: 'good',
          ...(closed && { action: undoClosing(...before) }),
        })
        return true
      } catch (error) {
        toastFailure(error, 'Failed to update insight')
        return false
      }
    })
  return {
    busy,
    change: (status: InsightStatus, reason?: string) => move(async () => [insight], status, reason),
    /** Changes the insight and others by their ids; reads their status first, for the undo. */
    changeAll: (otherIds: readonly string[], status: InsightStatus) =>
      move(async () => [insight, ...(await readInsights(otherIds))], status),
  }
}
