import { changeInsights, insightsOf, type Change, type ChangeWords } from '@/api/insight-changes'
import type { Insight, InsightStatus, StepPlan } from '@/api/insights'
import { calendarDay, hoursText, num } from '@/lib/format'
import { useIsSaving } from '@/lib/interaction/saving'
import { startOfDay } from './dates'

const updated = (count: number) =>
  count === 1 ? 'Insight status updated' : `${num(count)} opportunities updated`

const closing: Partial<Record<InsightStatus, string>> = {
  done: 'Marked as done',
  dismissed: 'Dismissed',
  in_progress: 'Started',
  open: 'Reopened',
}

/** Changes the status of opportunities, with a toast and an undo; resolves to whether it succeeded. */
export const setStatus = (insights: readonly Insight[], status: InsightStatus, reason?: string) =>
  changeInsights(
    insights,
    { status, ...(reason && { reason }) },
    {
      title: updated,
      label: `${closing[status]}: ${
        insights.length === 1 ? insights[0]!.title : `${num(insights.length)} opportunities`
      }`,
    },
  )

/** Snoozes opportunities until the start of a calendar day. */
export const snooze = (insight: Insight, day: string) =>
  changeInsights(
    [insight],
    { snoozedUntil: startOfDay(day) },
    {
      title: () => `Snoozed until ${calendarDay(day)}`,
    },
  )

/** Changes many opportunities in one call; `done` ends the sentence "12 opportunities ...". */
export const changeSelected = (insights: readonly Insight[], change: Change, done: string) =>
  changeInsights(insights, change, {
    title: (count) => `${num(count)} ${count === 1 ? 'opportunity' : 'opportunities'} ${done}`,
    failed: 'The opportunities were not changed',
    many: true,
  })

const saying = (title: string): ChangeWords => ({ title: () => title })

/** The changes of one opportunity; each resolves to whether it succeeded. */
export function useChanges(insight: Insight) {
  const busy = useIsSaving(insight.id)
  const change = async (to: Change, words: ChangeWords) => !busy && changeInsights([insight], to, words)
  return {
    busy,
    setStatus: async (status: InsightStatus, reason?: string) => !busy && setStatus([insight], status, reason),
    /** Changes it and others by their ids; reads those that are not in the list, for the undo. */
    setStatusOfAll: async (otherIds: readonly string[], list: readonly Insight[], status: InsightStatus) => {
      const others = await insightsOf(otherIds, list)
      return others !== undefined && setStatus([insight, ...others], status)
    },
    snooze: (day: string) => snooze(insight, day),
    wake: () => change({ snoozedUntil: null }, saying('No longer snoozed')),
    assign: (assignee: string) =>
      change({ assignee }, saying(assignee === '' ? 'Unassigned' : `Assigned to ${assignee}`)),
    /** Sets the day by which it is to be done; empty: none. */
    setDue: (day: string) =>
      change({ dueOn: day || null }, saying(day === '' ? 'No due date' : `Due ${calendarDay(day)}`)),
    /** Sets the hours of work; null returns to the usual ones. */
    setHours: (hours: number | null) =>
      change({ hours }, saying(hours === null ? 'Hours reset' : `Set to ${hoursText(hours)}`)),
    setReason: (reason: string) => change({ reason }, saying('Reason saved')),
    /** Marks steps as done: all that are, in the words of the instructions. */
    setDoneSteps: (doneSteps: string[], title: string) => change({ doneSteps }, saying(title)),
    /** Sets who sees to which steps and by when: the plans of all steps that have one. */
    setStepPlans: (stepPlans: StepPlan[], title: string) => change({ stepPlans }, saying(title)),
  }
}
