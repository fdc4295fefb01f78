import { useState } from 'react'
import { usePortfolio } from '@/api/portfolio'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { hasTag } from '@/lib/tags'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SearchField } from '@/ui/forms/search-field'
import { SiteFilter } from '@/ui/forms/site-filter'
import { Skeleton } from '@/ui/skeleton'
import { SiteCard } from './site-card'

/** Up to this many sites need no search. */
const searchThreshold = 8
const grid = 'grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3'

/** Every site as a card, with a search if there are many. */
export function SiteGrid({
  onAdd,
  onOpen,
}: {
  onAdd: () => void
  onOpen: (open: { dialog: 'edit' | 'delete'; site: Site }) => void
}) {
  const { sites, loading, error, reload } = useSites()
  const { sites: states } = usePortfolio({})
  const { site: selected } = useSelectedSite()
  const [search, setSearch] = useState('')
  const [{ client, tag }, setFilter] = useState({ client: '', tag: '' })
  if (loading) {
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
            <Button variant="primary" icon="plus" onClick={onAdd}>
              Add Your First Site
            </Button>
          }
        >
          Add the website you want to improve.
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
      <div className={grid}>
        {matches.map((site) => (
          <SiteCard
            key={site.id}
            site={site}
            state={states?.find(({ siteId }) => siteId === site.id)}
            active={site.id === selected?.id}
            onEdit={() => onOpen({ dialog: 'edit', site })}
            onDelete={() => onOpen({ dialog: 'delete', site })}
          />
        ))}
      </div>
    </>
  )
}
