import { useState } from 'react'
import { Link } from 'wouter'
import { addSiteNote, deleteSiteNote, useChangeLog, type SiteChange } from '@/api/changes'
import { toastFailure } from '@/api/core/failure'
import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { byDay, maxListedStatuses, type DayOfChanges } from '@/lib/changes'
import { calendarDay, num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Icon, type IconName } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { NoteDialog } from './note-dialog'

/** The number of days shown at first, and added by each Show more. */
const step = 5

const icons: Record<SiteChange['kind'], IconName> = {
  note: 'edit',
  status: 'target',
  crawl: 'upload',
  page: 'globe',
}

/** The changes of a site, newest first, as the charts mark them: notes, fixes, and findings of new crawls. */
export function ChangeLog({ site }: { site: Site }) {
  const { changes, loading, error, reload } = useChangeLog(site.id)
  const { edit } = useMay()
  const [adding, setAdding] = useState(false)
  const [visibleCount, setVisibleCount] = useState(step)
  const days = changes && byDay(changes)
  return (
    <Card
      title="Change log"
      subtitle="Site changes, shown as markers on your charts."
      aside={
        edit && (
          <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
            Add note
          </Button>
        )
      }
    >
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {days?.length === 0 && (
        <EmptyState compact icon="clock" title="No changes yet">
          Log a launch, price change or campaign to see its effect. Fixes and crawls are logged automatically.
        </EmptyState>
      )}
      {days && days.length > 0 && (
        <ol className="divide-y divide-line">
          {days.slice(0, visibleCount).map((item) => (
            <Day key={item.day} {...item} />
          ))}
        </ol>
      )}
      {days && days.length > visibleCount && (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => setVisibleCount(visibleCount + 2 * step)}>
            Show more
          </Button>
        </div>
      )}
      <NoteDialog site={site} open={adding} onClose={() => setAdding(false)} />
    </Card>
  )
}

/** One day: facts first, then the first few status changes. */
function Day({ day, facts, statuses }: DayOfChanges) {
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : statuses.length - maxListedStatuses
  return (
    <li className="gap-x-4 px-4 py-2.5 @2xl:grid @2xl:grid-cols-[6.5rem_minmax(0,1fr)]">
      <time dateTime={day} className="num block text-xs leading-5 text-ink-3">
        {calendarDay(day)}
      </time>
      <div className="min-w-0">
        <ul>
          {[...facts, ...(hidden > 0 ? statuses.slice(0, maxListedStatuses) : statuses)].map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ul>
        {hidden > 0 && (
          <button
            type="button"
            onClick={() => setAll(true)}
            className="hit ml-6.5 text-xs font-medium text-accent-ink hover:underline"
          >
            {`+${num(hidden)} more`}
          </button>
        )}
      </div>
    </li>
  )
}

function Entry({ change }: { change: SiteChange }) {
  const { id, siteId, day, kind, text, insightId } = change
  const { edit } = useMay()
  const [busy, run] = useBusy()
  const remove = () =>
    run(async () => {
      try {
        await deleteSiteNote(siteId, id)
        toast('Note deleted', { action: { label: 'Undo', run: () => void restore(change) } })
      } catch (error) {
        toastFailure(error, 'Failed to delete the note')
      }
    })
  return (
    <li className="flex items-start gap-2.5 py-0.5">
      <Icon name={icons[kind]} className="mt-0.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block text-pretty wrap-anywhere whitespace-pre-line">
          {insightId ? (
            <Link href={`/opportunities?o=${insightId}`} className="rounded-xs hover:underline">
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
      </span>
      {kind === 'note' && edit && (
        <Button
          size="sm"
          variant="ghost"
          icon="trash"
          className="-my-1"
          aria-label={`Delete the note of ${calendarDay(day)}: ${text}`}
          disabled={busy}
          onClick={remove}
        />
      )}
    </li>
  )
}

async function restore({ siteId, day, text }: SiteChange) {
  try {
    await addSiteNote(siteId, { day, text })
  } catch (error) {
    toastFailure(error, 'Failed to restore the note')
  }
}
