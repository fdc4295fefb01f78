import { Link } from 'wouter'
import { changeInsights, insightsOf } from '@/api/insight-changes'
import type { Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { level, amountOf } from '@/lib/insight'
import { followersText, type Task } from '@/lib/tasks'
import { useBusy } from '@/lib/interaction/use-busy'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { TypeIcon } from '@/ui/type-icon'

/** One task of the Overview with its score and two actions, which apply to all opportunities of the task. */
export function OpportunityItem({ task: { lead: insight, followers } }: { task: Task<Insight> }) {
  const followerIds = insight.followerIds ?? []
  const done = followerIds.length === 0 ? 'Mark Done' : `Mark all ${followerIds.length + 1} as Done`
  const [busy, run] = useBusy()
  const { edit } = useMay()
  const started = insight.status === 'in_progress'

  const move = (status: 'in_progress' | 'done', ids: readonly string[], title: string, description: string) =>
    run(async () => {
      const others = await insightsOf(ids, followers)
      if (others === undefined) return
      await changeInsights(
        [insight, ...others],
        { status },
        {
          title: () => title,
          description,
          label: `${description}: ${insight.title}`,
        },
      )
    })

  return (
    <article
      className="grid grid-cols-[32px_minmax(0,1fr)_auto] gap-x-3 px-4 py-3 @2xl:py-2.5"
      aria-busy={busy}
    >
      <TypeIcon type={insight.type} />
      <div className="min-w-0">
        <h3 className="text-base font-medium text-pretty wrap-anywhere">
          <Link href={`/opportunities?o=${insight.id}`} className="rounded-xs hover:underline">
            {insight.title}
          </Link>
        </h3>
        <p className="mt-0.5 line-clamp-2 text-pretty text-ink-2 @2xl:line-clamp-1">{insight.summary}</p>
        {followerIds.length > 0 && (
          <p className="mt-1 text-xs text-ink-3">{followersText(insight, followers, followerIds.length)}</p>
        )}
      </div>
      <ScoreBadge score={insight.score} />
      <div className="col-start-2 col-end-4 mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 @2xl:mt-0.5 @2xl:flex-nowrap">
        <Facts insight={insight} />
        <div className="-mr-2 flex shrink-0 items-center gap-1">
          {started ? (
            <Badge tone="accent">In progress</Badge>
          ) : edit ? (
            <Button
              size="sm"
              icon="bolt"
              disabled={busy}
              aria-label={`Fix This: ${insight.title}`}
              onClick={() => move('in_progress', [], 'Insight Updated', 'Marked as in progress')}
            >
              Fix This
            </Button>
          ) : null}
          {edit && (
            <Button
              size="sm"
              variant="ghost"
              icon="check"
              disabled={busy}
              aria-label={`${done}: ${insight.title}`}
              onClick={() => move('done', followerIds, 'Insight Completed', 'Marked as done')}
            >
              {done}
            </Button>
          )}
        </div>
      </div>
    </article>
  )
}

const Facts = ({ insight }: { insight: Insight }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-3">
    <li>
      Impact <b className="font-medium text-ink-2">{level(insight.impact)}</b>
    </li>
    <li>
      Effort <b className="font-medium text-ink-2">{level(insight.effort)}</b>
    </li>
    <li>
      <b className="num font-medium text-ink-2">{insight.confidence}%</b> confidence
    </li>
    {insight.value && (
      <li>
        About <b className="num font-medium text-good-ink">{amountOf(insight.value, insight.value.mid)}</b> a
        month if it works
      </li>
    )}
  </ul>
)
