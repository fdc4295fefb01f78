import { Suspense, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { PortfolioSite } from '@/api/portfolio'
import { useMay } from '@/api/core/role'
import { selectSite } from '@/api/selected-site'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Badge } from '@/ui/badges/badge'
import { Button, buttonClass } from '@/ui/button'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { SiteMark } from '@/ui/site-mark'
import { Skeleton } from '@/ui/skeleton'

// Its trend needs the code of charts.
const SiteDetails = lazyPart(async () => ({ default: (await import('@/portfolio/site-state')).SiteDetails }))
const SiteSummary = lazyPart(async () => ({ default: (await import('@/portfolio/site-state')).SiteSummary }))

const waiting = <Skeleton className="mt-4 h-24" />

type SiteProps = { site: Site; active: boolean; onEdit: () => void; onDelete: () => void }

/** One site with its state and its actions; its name links to its Overview. */
export const SiteCard = ({ state, ...props }: SiteProps & { state: PortfolioSite | undefined }) => (
  <article aria-label={props.site.name} className="card flex min-w-0 flex-col p-4">
    <div className="flex items-start gap-3">
      <SiteMark name={props.site.name} size={36} />
      <Name level="h2" {...props} />
      <Actions {...props} />
    </div>
    <Suspense fallback={waiting}>{state ? <SiteSummary state={state} /> : waiting}</Suspense>
  </article>
)

/** A site without any data yet, on one line with a link to connect some. */
export const BareSite = (props: SiteProps) => {
  const { edit, manage } = useMay()
  const { id, name } = props.site
  return (
    <article aria-label={name} className="flex min-w-0 items-center gap-3 px-4 py-2">
      <SiteMark name={name} size={24} />
      <Name level="h3" {...props} />
      {edit && (
        <Link
          href={manage ? '/settings?tab=integrations' : '/technical'}
          aria-label={`${manage ? 'Connect' : 'Crawl'} ${name}`}
          onClick={() => selectSite(id)}
          className={buttonClass('secondary', 'sm')}
        >
          {manage ? 'Connect' : 'Crawl'}
        </Link>
      )}
      <Actions {...props} />
    </article>
  )
}

const Name = ({ site, active, level: Heading }: SiteProps & { level: 'h2' | 'h3' }) => (
  <div className="min-w-0 flex-1">
    <Heading className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-semibold">
      <Link
        href="/overview"
        title={site.name}
        onClick={() => selectSite(site.id)}
        className="max-w-full truncate rounded-xs hover:underline"
      >
        {site.name}
      </Link>
      {active && (
        <span title="All other screens show this site’s data" className="flex">
          <Badge tone="good">Active</Badge>
        </span>
      )}
      {site.demo && <DemoBadge />}
    </Heading>
    <p className="flex min-w-0 items-center gap-2 text-xs text-ink-2">
      <span className="truncate empty:hidden">
        <Suspense fallback={domainText(site.domain)}>
          <SiteDetails site={site} />
        </Suspense>
      </span>
      <Tags site={site} />
    </p>
  </div>
)

const Tags = ({ site: { name, tags } }: { site: Site }): ReactNode =>
  tags.length > 0 && (
    <span role="list" aria-label={`Tags of ${name}`} className="flex shrink-0 gap-1">
      {tags.slice(0, shownTags).map((tag) => (
        <span role="listitem" key={tag}>
          <Badge>{tag}</Badge>
        </span>
      ))}
      {tags.length > shownTags && (
        <span role="listitem" title={tags.slice(shownTags).join(', ')}>
          +{tags.length - shownTags}
        </span>
      )}
    </span>
  )

/** More of them would leave no room for the domain. */
const shownTags = 2

function Actions({ site, onEdit, onDelete }: SiteProps) {
  const { edit, manage } = useMay()
  return (
    <span className="-mt-1 -mr-2 flex shrink-0">
      {edit && (
        <Button size="sm" variant="ghost" icon="edit" aria-label={`Edit ${site.name}`} onClick={onEdit} />
      )}
      {manage && (
        <Button size="sm" variant="ghost" icon="trash" aria-label={`Delete ${site.name}`} onClick={onDelete} />
      )}
    </span>
  )
}
