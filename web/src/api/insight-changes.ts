import { num } from '@/lib/format'
import { isPending } from '@/lib/insight'
import { act } from './core/act'
import { toastFailure } from './core/failure'
import { showBeforeAnswer } from './core/resource'
import {
  editInsight,
  editInsights,
  readInsights,
  reopenInsights,
  type Insight,
  type InsightChanges,
  type StepPlan,
} from './insights'

/** A change of insights: the fields of one call. */
export type Change = InsightChanges & {
  dueOn?: string | null
  hours?: number | null
  doneSteps?: string[]
  stepPlans?: StepPlan[]
}

/** What the user reads about a change. */
export type ChangeWords = {
  /** The toast's title; it gets the number of changed insights. */
  title: (changed: number) => string
  description?: string
  failed?: string
  /** The insights were selected one by one. */
  many?: boolean
  /** What was done, for the list of changes; by default the title. */
  label?: string
}

/** Changes insights on screen at once, then on the server, with an undo; resolves to whether it succeeded. */
export function changeInsights(insights: readonly Insight[], change: Change, words: ChangeWords) {
  const ids = insights.map(({ id }) => id)
  return act({
    ids,
    // What is selected stays on screen until the server has it: its form may still be needed.
    ...(words.many !== true && { show: () => showInsights(new Set(ids), change) }),
    run: () => send(ids, change, words.many),
    done: ({ changed, reasons }) => ({
      title: words.title(changed),
      description: reasons[0]
        ? `${num(reasons.length)} could not be changed: ${reasons[0]}`
        : words.description,
    }),
    failed: words.failed ?? 'Failed to update insight',
    undo: {
      label: words.label ?? labelOf(insights, words.title(insights.length)),
      run: () => restoreInsights(insights, change),
    },
  })
}

/** The insights with these ids: the known ones, the others as the server has them; undefined if it fails. */
export async function insightsOf(ids: readonly string[], known: readonly Insight[]) {
  try {
    const listed = known.filter(({ id }) => ids.includes(id))
    const missing = ids.filter((id) => !listed.some((insight) => insight.id === id))
    return [...listed, ...(await readInsights(missing))]
  } catch (error) {
    toastFailure(error, 'Failed to update insight')
    return undefined
  }
}

const labelOf = (insights: readonly Insight[], title: string) =>
  insights.length === 1 ? `${title}: ${insights[0]!.title}` : title

async function send(
  ids: readonly string[],
  { dueOn, hours, doneSteps, stepPlans, ...change }: Change,
  many = false,
) {
  if (many || change.status !== undefined || ids.length > 1) return editInsights(ids, change)
  await editInsight(ids[0]!, {
    ...change,
    ...(dueOn !== undefined && { dueOn }),
    ...(hours !== undefined && { hours }),
    ...(doneSteps !== undefined && { doneSteps }),
    ...(stepPlans !== undefined && { stepPlans }),
  })
  return { changed: 1, reasons: [] }
}

const isInsightRead = (key: string) => /^\/api\/insights(\?|#|\/[^/]+$)/.test(key)

/** Shows changed insights in every list and detail on screen; lists drop what no longer matches them. */
const showInsights = (ids: ReadonlySet<string>, change: Change) =>
  showBeforeAnswer<Insight>(isInsightRead, (insight, query) => {
    if (!ids.has(insight.id)) return insight
    const changed = changedInsight(insight, change)
    return stays(changed, query) ? changed : undefined
  })

function changedInsight(insight: Insight, { dueOn, hours, ...change }: Change): Insight {
  return {
    ...insight,
    // As the server does it: another status ends a snooze and drops the earlier reason.
    ...(change.status !== undefined && { snoozedUntil: null, reason: '' }),
    ...change,
    ...(dueOn !== undefined && { dueOn }),
    ...(hours !== undefined && (hours ?? insight.usualHours) !== undefined
      ? { hours: hours ?? insight.usualHours! }
      : {}),
  }
}

function stays(insight: Insight, query: URLSearchParams) {
  const status = query.get('status')
  const snoozed = query.get('snoozed')
  const isSnoozed = insight.snoozedUntil !== null && new Date(insight.snoozedUntil) > new Date()
  return (
    (status === null || status.split(',').includes(insight.status)) &&
    (snoozed === null || snoozed === String(isSnoozed))
  )
}

const isPast = (at: string | null) => at === null || new Date(at) <= new Date()

/** Puts insights back as they were before a change, in as few calls as there were different states. */
async function restoreInsights(before: readonly Insight[], change: Change) {
  if (change.status !== undefined) {
    await reopenInsights(before.filter(isPending))
    const closed = before.filter((insight) => !isPending(insight))
    await restore(closed, ({ status, reason }) => ({ status, reason }))
  }
  if (change.snoozedUntil !== undefined)
    await restore(before, ({ snoozedUntil }) => ({ snoozedUntil: isPast(snoozedUntil) ? null : snoozedUntil }))
  if (change.assignee !== undefined) await restore(before, ({ assignee }) => ({ assignee }))
  if (change.reason !== undefined && change.status === undefined)
    await restore(before, ({ reason }) => ({ reason }))
  if (change.hours !== undefined)
    await restore(before, ({ hours, usualHours }) => ({ hours: hours === usualHours ? null : (hours ?? null) }))
  if (change.dueOn !== undefined) await restore(before, ({ dueOn }) => ({ dueOn: dueOn ?? null }))
  if (change.doneSteps !== undefined) await restore(before, ({ doneSteps }) => ({ doneSteps: doneSteps ?? [] }))
  if (change.stepPlans !== undefined) await restore(before, ({ stepPlans }) => ({ stepPlans: stepPlans ?? [] }))
}

/** The server locks the account for each call, so that they can be sent at once. */
function restore(before: readonly Insight[], stateOf: (insight: Insight) => Change) {
  const groups = new Map<string, Insight[]>()
  for (const insight of before) {
    const key = JSON.stringify(stateOf(insight))
    groups.set(key, [...(groups.get(key) ?? []), insight])
  }
  return Promise.all(
    [...groups.values()].map((insights) =>
      send(
        insights.map(({ id }) => id),
        stateOf(insights[0]!),
        before.length > 1,
      ),
    ),
  )
}
