import { toastFailure } from '@/api/core/failure'
import { editInsights, reopenInsights, type Insight, type InsightChanges } from '@/api/insights'
import { num } from '@/lib/format'
import { isPending } from '@/lib/insight'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'

/** Changes several insights in one call, with an undo; resolves to whether any was changed. */
export function useBulkEdit() {
  const [busy, run] = useBusy()
  const edit = (insights: readonly Insight[], changes: InsightChanges, done: string) =>
    run(async () => {
      try {
        const ids = insights.map(({ id }) => id)
        const { changed, reasons } = await editInsights(ids, changes)
        toast(`${num(changed)} ${changed === 1 ? 'opportunity' : 'opportunities'} ${done}`, {
          tone: 'good',
          ...(reasons[0] && { description: `${num(reasons.length)} could not be changed: ${reasons[0]}` }),
          action: { label: 'Undo', run: () => void undo(insights, changes) },
        })
        return true
      } catch (error) {
        toastFailure(error, 'The opportunities were not changed')
        return false
      }
    })
  return { busy, edit }
}

/** Puts insights back as they were before the changes, in as few calls as there were different states. */
async function undo(before: readonly Insight[], changes: InsightChanges) {
  try {
    if (changes.status !== undefined) {
      await reopenInsights(before.filter(isPending))
      const closed = before.filter((insight) => !isPending(insight))
      await restore(closed, ({ status, reason }) => ({ status, reason }))
    }
    if (changes.snoozedUntil !== undefined)
      await restore(before, ({ snoozedUntil }) => ({
        snoozedUntil: isPast(snoozedUntil) ? null : snoozedUntil,
      }))
    if (changes.assignee !== undefined) await restore(before, ({ assignee }) => ({ assignee }))
  } catch (error) {
    toastFailure(error, 'Some changes could not be undone')
  }
}

const isPast = (at: string | null) => at === null || new Date(at) <= new Date()

/** The server locks the account for each call, so that they can be sent at once. */
function restore(before: readonly Insight[], stateOf: (insight: Insight) => InsightChanges) {
  const groups = new Map<string, Insight[]>()
  for (const insight of before) {
    const key = JSON.stringify(stateOf(insight))
    groups.set(key, [...(groups.get(key) ?? []), insight])
  }
  return Promise.all(
    [...groups.values()].map((insights) =>
      editInsights(
        insights.map(({ id }) => id),
        stateOf(insights[0]!),
      ),
    ),
  )
}
