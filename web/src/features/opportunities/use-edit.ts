import { toastFailure } from '@/api/core/failure'
import { editInsight, type Insight } from '@/api/insights'
import { calendarDay, hoursText } from '@/lib/format'
import { toast, type ToastAction } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { isSnoozed, startOfDay } from './snooze'

type Changes = Parameters<typeof editInsight>[1]

/** Edits one insight and shows a toast; resolves to whether it succeeded. */
export function useEdit(insight: Insight) {
  const { id } = insight
  const before = isSnoozed(insight) ? insight.snoozedUntil : null
  const [busy, run] = useBusy()
  const edit = (changes: Changes, title: string, action?: ToastAction) =>
    run(async () => {
      try {
        await editInsight(id, changes)
        toast(title, { tone: 'good', ...(action && { action }) })
        return true
      } catch (error) {
        toastFailure(error, 'Failed to update insight')
        return false
      }
    })
  return {
    busy,
    /** Snoozes it until the start of a calendar day. */
    snooze: (day: string) =>
      edit({ snoozedUntil: startOfDay(day) }, `Snoozed until ${calendarDay(day)}`, {
        label: 'Undo',
        run: () => void edit({ snoozedUntil: before }, 'No longer snoozed'),
      }),
    wake: () => edit({ snoozedUntil: null }, 'No longer snoozed'),
    assign: (assignee: string) =>
      edit({ assignee }, assignee === '' ? 'Unassigned' : `Assigned to ${assignee}`),
    /** Sets the day by which it is to be done; empty: none. */
    setDue: (day: string) =>
      edit({ dueOn: day || null }, day === '' ? 'No due date' : `Due ${calendarDay(day)}`),
    /** Sets the hours of work; null returns to the usual ones. */
    setHours: (hours: number | null) =>
      edit({ hours }, hours === null ? 'Hours reset' : `Set to ${hoursText(hours)}`),
    cancel: (reason: string) => edit({ reason }, 'Reason saved'),
  }
}
