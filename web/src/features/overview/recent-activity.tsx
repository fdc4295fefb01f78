import { Link } from 'wouter'
import { useActivity, type Activity } from '@/api/activity'
import { useSiteQuery } from '@/api/selected-site'
import { ago } from '@/lib/format'
import { Card } from '@/ui/card'
import { Icon, type IconName } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'

/** The number of entries shown. */
const maxEntries = 5

/** Told by the change log beside it. */
const toldElsewhere = 'insight.gone'

/** By the subject of the activity: the first word of its kind, as in "crawl.imported". */
const icons: Record<string, IconName> = {
  crawl: 'upload',
  page: 'globe',
  insight: 'target',
  site: 'globe',
  integration: 'link',
  report: 'mail',
}

/** The recent activity of the site, newest first. */
export function RecentActivity() {
  const site = useSiteQuery()
  const { activity: all, loading, error, reload } = useActivity(site && { ...site, limit: 2 * maxEntries })
  const activity = all?.filter(({ kind }) => kind !== toldElsewhere)
  return (
    <Card title="Recent Activity">
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {activity?.length === 0 && <p className="px-4 py-3 text-ink-3">No activity yet.</p>}
      {activity && activity.length > 0 && (
        <ul className="py-1.5">
          {activity.slice(0, maxEntries).map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Entry = ({ entry }: { entry: Activity }) => (
  <li className="flex gap-2.5 px-4 py-2">
    <Icon name={icons[entry.kind.split('.')[0] ?? ''] ?? 'clock'} className="mt-0.5 shrink-0 text-ink-3" />
    <span className="min-w-0">
      <span className="block text-pretty wrap-anywhere">
        {entry.insightId ? (
          <Link href={`/opportunities?o=${entry.insightId}`} className="hover:underline">
            {entry.text}
          </Link>
        ) : (
          entry.text
        )}
      </span>
      <span className="block text-xs text-ink-3">
        {entry.actor && `${entry.actor} · `}
        <time dateTime={entry.createdAt}>{ago(entry.createdAt)}</time>
      </span>
    </span>
  </li>
)
