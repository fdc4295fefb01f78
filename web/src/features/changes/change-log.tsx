import { useState } from 'react'
import { Link } from 'wouter'
import { addSiteNote, deleteSiteNote, useSiteChanges, type SiteChange } from '@/api/changes'
import { toastFailure } from '@/api/failure'
import type { Site } from '@/api/sites'
import { calendarDay } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Icon, type IconName } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { NoteDialog } from './note-dialog'

/** How many changes are shown at first, and how many more a press brings. */
const step = 6

const icons: Record<SiteChange['kind'], IconName> = { note: 'edit', status: 'target', crawl: 'upload' }

/** What changed on a site, the newest first, as the charts mark it: notes of its people, fixes, and what new crawls found. */
export function ChangeLog({ site }: { site: Site }) {
  const [limit, setLimit] = useState(step)
  const { changes, next, loading, error, reload } = useSiteChanges(site.id, { limit })
  const [adding, setAdding] = useState(false)
  // More of the list is the list so far until it is there.
  const [shown, setShown] = useState(changes)
  if (changes && changes !== shown) setShown(changes)
  const list = changes ?? shown
  return (
    <Card
      title="Change Log"
      subtitle="What changed on the site and when. Charts mark these days."
      aside={
        <Button size="sm" icon="plus" onClick={() => setAdding(true)}>
          Add note
        </Button>
      }
    >
      {loading && !list && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {list?.length === 0 && (
        <EmptyState icon="clock" title="No changes yet">
          Note a launch, a price change or a campaign, and see what it did. Fixes and crawls are noted by
          themselves.
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ul className="py-1.5">
          {list.map((change) => (
            <Entry key={change.id} change={change} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div className="border-t border-line p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => setLimit(limit + 4 * step)}>
            Show more
          </Button>
        </div>
      )}
      <NoteDialog site={site} open={adding} onClose={() => setAdding(false)} />
    </Card>
  )
}

function Entry({ change }: { change: SiteChange }) {
  const { id, siteId, day, kind, text, insightId } = change
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
    <li className="flex items-start gap-2.5 px-4 py-2">
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
        <time dateTime={day} className="num block text-xs text-ink-3">
          {calendarDay(day)}
        </time>
      </span>
      {kind === 'note' && (
        <Button
          size="sm"
          variant="ghost"
          icon="trash"
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
