import type { ReactNode } from 'react'
import { useActivity, type Activity } from '@/api/activity'
import { useSiteQuery } from '@/api/selected-site'
import { ago } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Card } from '@/ui/card'
import { Icon, type IconName } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'

/** The number of entries shown. */
const maxEntries = 6

/** By the subject of the activity: the first word of its kind, as in "crawl.imported". */
const icons: Record<string, IconName> = {
  crawl: 'upload',
  page: 'globe',
  insight: 'target',
  site: 'globe',
  integration: 'link',
  report: 'mail',
}

/** Shown, marked as a sample, to an account without a site. */
const samples = [
  {
    id: 'sample-crawl',
    kind: 'crawl.imported',
    text: 'Crawl imported: 4,175 pages read, 312 issues found',
    when: '2 hours ago',
  },
  {
    id: 'sample-insight',
    kind: 'insight.found',
    text: 'New opportunity: 38 product pages share one title',
    when: '2 hours ago',
  },
  {
    id: 'sample-done',
    kind: 'insight.done',
    text: 'Marked as done: fix 12 broken links in the footer',
    when: 'yesterday',
  },
]

/** The recent activity of the site, newest first. */
export function RecentActivity() {
  const site = useSiteQuery()
  const { activity, loading, error, reload } = useActivity(site && { ...site, limit: maxEntries })
  const showsSamples = site !== null && site.siteId === undefined && activity?.length === 0
  return (
    <Card title="Recent Activity" aside={showsSamples && <Badge tone="warn">Sample data</Badge>}>
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {activity?.length === 0 && !showsSamples && <p className="px-4 py-3 text-ink-3">No activity yet.</p>}
      {activity && (activity.length > 0 || showsSamples) && (
        <ul className="py-1.5">
          {showsSamples && samples.map((sample) => <Entry key={sample.id} {...sample} />)}
          {activity.slice(0, maxEntries).map((entry) => (
            <RealEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const RealEntry = ({ entry }: { entry: Activity }) => (
  <Entry
    kind={entry.kind}
    text={entry.text}
    when={<time dateTime={entry.createdAt}>{ago(entry.createdAt)}</time>}
  />
)

const Entry = ({ kind, text, when }: { kind: string; text: string; when: ReactNode }) => (
  <li className="flex gap-2.5 px-4 py-2">
    <Icon name={icons[kind.split('.')[0] ?? ''] ?? 'clock'} className="mt-0.5 shrink-0 text-ink-3" />
    <span className="min-w-0">
      <span className="block text-pretty wrap-anywhere">{text}</span>
      <span className="block text-xs text-ink-3">{when}</span>
    </span>
  </li>
)
