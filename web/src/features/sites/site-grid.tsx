import { useState } from 'react'
import { usePortfolio } from '@/api/portfolio'
import { useSelectedSite } from '@/api/selected-site'
import { useMay } from '@/api/core/role'
import { useSites, type Site } from '@/api/sites'
import { hasTag } from '@/lib/tags'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SearchField } from '@/ui/forms/search-field'
import { SiteFilter } from '@/ui/forms/site-filter'
import { Skeleton } from '@/ui/skeleton'
import { BareSite, SiteCard } from './site-card'
import { siteGroups } from './site-groups'

/** Up to this many sites need no search. */
const searchThreshold = 8
const grid = 'grid grid-cols-1 gap-4 @2xl:grid-cols-2 @4xl:grid-cols-3'

/**
 * What needs attention first, then what has most to gain, as cards; the sites without data are a list below.
 * There is a search if there are many.
 */
export function SiteGrid({
  onAdd,
  onOpen,
}: {
  onAdd: () => void
  onOpen: (open: { dialog: 'edit' | 'delete'; site: Site }) => void
}) {
  const { sites, loading, error, reload } = useSites()
  const { sites: states, loading: judging } = usePortfolio({})
  const { edit } = useMay()
  const { site: selected } = useSelectedSite()
  const [search, setSearch] = useState('')
  const [{ client, tag }, setFilter] = useState({ client: '', tag: '' })
  if (loading || judging) {
    return (
      <div role="status" aria-label="Loading sites" className={grid}>
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </div>
    )
  }
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (!sites || sites.length === 0) {
    return (
      <div className="card">
        <EmptyState
          icon="globe"
          level="h2"
          title="No sites yet"
          action={
            edit && (
              <Button variant="primary" icon="plus" onClick={onAdd}>
                Add Your First Site
              </Button>
            )
          }
        >
          {edit ? 'Add the website you want to improve.' : 'Ask an admin to add the first one.'}
        </EmptyState>
      </div>
    )
  }
  const query = search.trim().toLowerCase()
  const matches = sites.filter(
    (site) =>
      `${site.name}\n${site.domain}`.toLowerCase().includes(query) &&
      (client === '' || site.clientId === client) &&
      hasTag(site, tag),
  )
  const stateOf = ({ id }: Site) => states?.find(({ siteId }) => siteId === id)
  const { known, bare } = siteGroups(matches, stateOf)
  const propsOf = (site: Site) => ({
    site,
    active: site.id === selected?.id,
    onEdit: () => onOpen({ dialog: 'edit', site }),
    onDelete: () => onOpen({ dialog: 'delete', site }),
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2 empty:hidden">
        {sites.length > searchThreshold && (
          <SearchField
            label="Search sites"
            placeholder={`Search ${sites.length} sites...`}
            value={search}
            onChange={setSearch}
            className="max-w-80 flex-1 basis-56"
          />
        )}
        <SiteFilter
          client={client}
          tag={tag}
          onChange={(changes) => setFilter((before) => ({ ...before, ...changes }))}
        />
      </div>
      {matches.length === 0 && <p className="text-ink-2">No site matches this search.</p>}
      {known.length > 0 && (
        <section aria-label="Sites with data" className={grid}>
          {known.map((site) => (
            <SiteCard key={site.id} {...propsOf(site)} state={stateOf(site)} />
          ))}
        </section>
      )}
      {bare.length > 0 && (
        <Card
          title={`Without data (${num(bare.length)})`}
          subtitle="Connect a source or run a crawl to see what to fix"
          className={known.length > 0 ? 'mt-4' : ''}
        >
          <div className="divide-y divide-line">
            {bare.map((site) => (
              <BareSite key={site.id} {...propsOf(site)} />
            ))}
          </div>
        </Card>
      )}
    </>
  )
}
