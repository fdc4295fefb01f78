import { Link } from 'wouter'
import { selectSite } from '@/api/selected-site'
import type { PortfolioSite } from '@/api/portfolio'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { ago, day, num } from '@/lib/format'
import { SiteFacts, SiteSources, SiteTraffic } from '@/portfolio/site-state'
import { Skeleton } from '@/ui/skeleton'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { SiteMark } from '@/ui/site-mark'

/** One site with its actions; its name links to its Overview. */
export const SiteCard = ({
  site,
  state,
  active,
  onEdit,
  onDelete,
}: {
  site: Site
  /** What the portfolio says of it; undefined while it is loading. */
  state: PortfolioSite | undefined
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
    <SiteState site={site} state={state} />
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

/** The age of a site's data, its traffic and its open opportunities. */
function SiteState({ site, state }: { site: Site; state: PortfolioSite | undefined }) {
  if (!state) return <Skeleton className="mt-4 h-24" />
  return (
    <>
      <div className="mt-3 empty:hidden">
        <SiteFacts site={state} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 text-xs [&>dd]:text-right [&>dt]:text-ink-3">
        <dt>Last 28 days</dt>
        <dd>
          <SiteTraffic site={state} />
        </dd>
        <dt>Open opportunities</dt>
        <dd className="num">{state.scoredAt === null ? '—' : num(state.insights)}</dd>
        <dt>Sources</dt>
        <dd className="flex justify-end">
          <SiteSources site={state} />
        </dd>
        <dt>Last crawl</dt>
        <dd>{state.crawledAt === null ? 'Never' : ago(state.crawledAt)}</dd>
        {site.ga4PropertyId && (
          <>
            <dt>GA4 property</dt>
            <dd className="num truncate">{site.ga4PropertyId}</dd>
          </>
        )}
      </dl>
    </>
  )
}
