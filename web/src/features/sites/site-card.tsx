import { Link } from 'wouter'
import { selectSite } from '@/api/selected-site'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { day } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { SiteMark } from '@/ui/site-mark'

/** One site with its actions; its name links to its Overview. */
export const SiteCard = ({
  site,
  active,
  onEdit,
  onDelete,
}: {
  site: Site
  active: boolean
  onEdit: () => void
  onDelete: () => void
}) => (
  <article aria-label={site.name} className="card flex flex-col p-4">
    <header className="flex items-start gap-3">
      <SiteMark name={site.name} size={36} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          <Link
            href="/overview"
            title={site.name}
            onClick={() => selectSite(site.id)}
            className="rounded-xs hover:underline"
          >
            {site.name}
          </Link>
        </h2>
        <p className="truncate text-ink-2">{domainText(site.domain)}</p>
      </div>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {active && <Badge tone="good">Active</Badge>}
        {site.demo && <DemoBadge />}
      </span>
    </header>
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-xs">
      {site.ga4PropertyId && (
        <>
          <dt className="text-ink-3">GA4 property</dt>
          <dd className="num truncate text-right">{site.ga4PropertyId}</dd>
        </>
      )}
      <dt className="text-ink-3">Currency</dt>
      <dd className="truncate text-right">{site.currency}</dd>
      <dt className="text-ink-3">Time zone</dt>
      <dd className="truncate text-right">{site.timeZone.replaceAll('_', ' ')}</dd>
    </dl>
    {site.tags.length > 0 && (
      <ul aria-label={`Tags of ${site.name}`} className="mt-3 flex flex-wrap gap-1">
        {site.tags.map((tag) => (
          <li key={tag}>
            <Badge>{tag}</Badge>
          </li>
        ))}
      </ul>
    )}
    <footer className="mt-4 flex items-center gap-1 border-t border-line pt-3">
      <span className="mr-auto text-xs text-ink-3">Added {day(site.createdAt)}</span>
      <Button size="sm" variant="ghost" icon="edit" aria-label={`Edit ${site.name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button size="sm" variant="ghost" icon="trash" aria-label={`Delete ${site.name}`} onClick={onDelete}>
        Delete
      </Button>
    </footer>
  </article>
)
