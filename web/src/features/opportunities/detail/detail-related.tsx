import { useInsight, type Insight } from '@/api/insights'
import { num } from '@/lib/format'
import { isPending } from '@/lib/insight'
import { Button } from '@/ui/button'
import { SheetSection } from '@/ui/overlays/sheet'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { TypeTitle } from '../type-title'
import { useChanges } from '../use-changes'

type DetailRelatedProps = {
  insight: Insight
  list: readonly Insight[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** The opportunities with the same cause; clicks they share count once. */
export function DetailRelated({ insight, list, onOpen, onClose }: DetailRelatedProps) {
  const { busy, setStatusOfAll } = useChanges(insight)
  const lead = useListedInsight(insight.leadId, list) ?? insight
  const otherIds = [lead.id, ...(lead.followerIds ?? [])].filter((id) => id !== insight.id)
  if (otherIds.length === 0 || !isPending(insight)) return null
  async function finish(status: 'done' | 'dismissed') {
    if (await setStatusOfAll(otherIds, list, status)) onClose()
  }
  return (
    <SheetSection title="Related opportunities">
      <p className="mb-2 text-ink-2">
        {otherIds.length === 1 ? 'This opportunity has' : 'These opportunities have'} the same cause, on the
        same page or search. Work on them together; shared clicks count once.
      </p>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {otherIds.map((id) => (
          <li key={id}>
            <Other id={id} list={list} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" icon="check" disabled={busy} onClick={() => finish('done')}>
          Mark all {num(otherIds.length + 1)} as Done
        </Button>
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => finish('dismissed')}>
          Dismiss all {num(otherIds.length + 1)}
        </Button>
      </div>
    </SheetSection>
  )
}

/** An insight from the list, or loaded when a filter hides it; undefined without an id. */
function useListedInsight(id: string | undefined, list: readonly Insight[]) {
  const listed = list.find((item) => item.id === id)
  const { insight } = useInsight(listed || id === undefined ? null : id)
  return listed ?? insight
}

function Other({ id, list, onOpen }: Pick<DetailRelatedProps, 'list' | 'onOpen'> & { id: string }) {
  const other = useListedInsight(id, list)
  return (
    <button
      type="button"
      className="flex min-h-14 w-full items-start gap-3 px-3.5 py-2.5 text-left hover:bg-sunken"
      onClick={() => onOpen(id)}
    >
      {other && (
        <>
          <span className="min-w-0 flex-1">
            <span className="block font-medium wrap-anywhere">{other.title}</span>
            <span className="text-xs text-ink-3">
              <TypeTitle type={other.type} />
            </span>
          </span>
          <ScoreBadge score={other.score} />
        </>
      )}
    </button>
  )
}
