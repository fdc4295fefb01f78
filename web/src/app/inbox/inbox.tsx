import { Link } from 'wouter'
import type { Activity } from '@/api/activity'
import type { Alert } from '@/api/alerts'
import { undoChange } from '@/api/core/act'
import { selectSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { useChangesMade } from '@/lib/interaction/changes-made'
import { ago, countText } from '@/lib/format'
import { Button } from '@/ui/button'
import { AlertList } from './alert-list'

/** Where the thing of an activity is, by the first word of its kind, as in "crawl.imported". */
const places: Record<string, string> = {
  crawl: '/technical?tab=crawler',
  insight: '/opportunities',
  integration: '/settings?tab=integrations',
  report: '/reports',
  site: '/sites',
  billing: '/settings?tab=billing',
}

/** What the popover of the bell shows: alerts, the changes of this visit, and what happened. */
export function Inbox({
  alerts,
  unread,
  activity,
  onOpen,
}: {
  alerts: readonly Alert[]
  unread: number
  /** Undefined for people who may not know. */
  activity: readonly Activity[] | undefined
  onOpen: () => void
}) {
  return (
    <>
      {alerts.length > 0 && <AlertList alerts={alerts} unread={unread} onOpen={onOpen} />}
      <ChangesMade />
      {!activity?.length ? (
        <p className="px-4 py-6 text-center text-ink-2">
          {activity ? 'No activity yet.' : alerts.length === 0 && 'No alerts. Your site is as expected.'}
        </p>
      ) : (
        <ul aria-label="Activity" className="max-h-96 divide-y divide-line overflow-y-auto">
          {sameLines(activity).map((entries) => (
            <li key={entries[0].id}>
              <Entry entries={entries} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Line = [Activity, ...Activity[]]

/** One line for what happened to several sites in a row. */
function sameLines(activity: readonly Activity[]): Line[] {
  const lines: Line[] = []
  for (const entry of activity) {
    const last = lines.at(-1)
    if (last?.[0].text === entry.text && last[0].siteId && entry.siteId) last.push(entry)
    else lines.push([entry])
  }
  return lines
}

function Entry({ entries, onOpen }: { entries: Line; onOpen: () => void }) {
  const { sites = [] } = useSites()
  const { kind, siteId, text, url, createdAt } = entries[0]
  const names = new Set(
    sites.length > 1 ? entries.map((entry) => sites.find(({ id }) => id === entry.siteId)?.name) : [],
  )
  const [first] = names
  return (
    <Link
      href={url ?? places[kind.split('.')[0] ?? ''] ?? '/overview'}
      onClick={() => {
        if (siteId) selectSite(siteId)
        onOpen()
      }}
      className="block px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="block break-words">{text}</span>
      <span className="block text-xs text-ink-3">
        {first && `${names.size > 1 ? `${first} and ${countText(names.size - 1, 'other site')}` : first} · `}
        {ago(createdAt)}
      </span>
    </Link>
  )
}

/** What was changed in this visit, each with its undo. */
function ChangesMade() {
  const { changes } = useChangesMade()
  if (changes.length === 0) return null
  return (
    <section aria-label="Recently changed" className="border-b border-line">
      <h3 className="px-4 pt-2.5 text-xs font-medium text-ink-3">Recently changed by you</h3>
      <ul className="max-h-48 overflow-y-auto pb-1.5">
        {changes.map(({ id, label, at }) => (
          <li key={id} className="flex items-center gap-2 px-4 py-1">
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 break-words">{label}</span>
              <span className="block text-xs text-ink-3">{ago(at)}</span>
            </span>
            <Button size="sm" aria-label={`Undo: ${label}`} onClick={() => void undoChange(id)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
