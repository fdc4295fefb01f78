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
    <article className="flex gap-3 px-4 py-3 @2xl:py-2" aria-busy={busy}>
      <TypeIcon type={insight.type} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-x-3 @2xl:flex-nowrap">
          <h3 className="min-w-0 flex-1 text-base font-medium text-pretty wrap-anywhere">
            <Link href={`/opportunities?o=${insight.id}`} className="rounded-xs hover:underline">
              {insight.title}
            </Link>
          </h3>
          {insight.value && (
            <p className="order-last w-full text-xs leading-5.5 text-ink-3 @2xl:order-none @2xl:w-auto">
              <b className="num font-medium text-good-ink">{amountOf(insight.value, insight.value.mid)}</b> a
              month if it works
            </p>
          )}
          <ScoreBadge score={insight.score} />
        </div>
        <div className="items-center gap-4 @2xl:-mt-0.5 @2xl:flex">
          <div className="min-w-0 flex-1">
            <p className="line-clamp-2 text-pretty text-ink-2 @2xl:line-clamp-1">{insight.summary}</p>
            {followerIds.length > 0 && (
              <p className="text-xs text-ink-3">{followersText(insight, followers, followerIds.length)}</p>
            )}
            <Facts insight={insight} />
          </div>
          <div className="mt-2 -mr-2 -ml-0.5 flex empty:hidden shrink-0 items-center gap-1 @2xl:mt-0">
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
      </div>
    </article>
  )
}

const Facts = ({ insight }: { insight: Insight }) => (
  <ul className="mt-0.5 flex flex-wrap gap-x-4 text-xs text-ink-3 @2xl:mt-0">
    <li>
      Impact <b className="font-medium text-ink-2">{level(insight.impact)}</b>
    </li>
    <li>
      Effort <b className="font-medium text-ink-2">{level(insight.effort)}</b>
    </li>
    <li>
      <b className="num font-medium text-ink-2">{insight.confidence}%</b> confidence
    </li>
  </ul>
)
