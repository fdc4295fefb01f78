import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { selectSite } from '@/api/selected-site'
import type { PortfolioSite } from '@/api/portfolio'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { day } from '@/lib/format'
import { Skeleton } from '@/ui/skeleton'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { SiteMark } from '@/ui/site-mark'

// Its trend needs the code of charts.
const SiteDetails = lazy(async () => ({ default: (await import('@/portfolio/site-state')).SiteDetails }))
const SiteSummary = lazy(async () => ({ default: (await import('@/portfolio/site-state')).SiteSummary }))

const waiting = <Skeleton className="mt-4 h-24" />

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
        <p className="truncate text-ink-2 empty:hidden">
          <Suspense fallback={domainText(site.domain)}>
            <SiteDetails site={site} />
          </Suspense>
        </p>
      </div>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {active && <Badge tone="good">Active</Badge>}
        {site.demo && <DemoBadge />}
      </span>
    </header>
    <Suspense fallback={waiting}>{state ? <SiteSummary site={site} state={state} /> : waiting}</Suspense>
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
