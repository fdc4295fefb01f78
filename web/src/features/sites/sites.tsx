import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSelectedSite } from '@/api/selected-site'
import { useSites, type Site } from '@/api/sites'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { SiteCard } from './site-card'
import { SearchConsoleDialog } from './search-console-dialog'
import { AddSiteDialog, DeleteSiteDialog, EditSiteDialog } from './site-dialogs'

type Open = { dialog: 'add' | 'searchConsole' } | { dialog: 'edit' | 'delete'; site: Site } | null

/**
 * The websites of the account. With ?add in the address the form of a new one is open, with ?add=search-console the
 * list of properties that can become sites.
 */
export function Sites() {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open>(() => openedBy(params.get('add')))
  const add = () => setOpen({ dialog: 'add' })
  const addMany = () => setOpen({ dialog: 'searchConsole' })
  function close() {
    setOpen(null)
    if (params.has('add')) setParams({}, { replace: true })
  }
  return (
    <>
      <PageHeader
        title="Sites"
        actions={
          <>
            <Button icon="search" onClick={addMany}>
              Add from Search Console
            </Button>
            <Button variant="primary" icon="plus" onClick={add}>
              Add Site
            </Button>
          </>
        }
      >
        Manage your websites and their analytics connections
      </PageHeader>
      <SiteGrid onAdd={add} onOpen={setOpen} />
      <AddSiteDialog open={open?.dialog === 'add'} onClose={close} />
      {open?.dialog === 'searchConsole' && <SearchConsoleDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditSiteDialog site={open.site} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteSiteDialog site={open.site} onClose={close} />}
    </>
  )
}

const openedBy = (add: string | null): Open =>
  add === null ? null : { dialog: add === 'search-console' ? 'searchConsole' : 'add' }

const grid = 'grid gap-4 @xl:grid-cols-2 @4xl:grid-cols-3'

function SiteGrid({ onAdd, onOpen }: { onAdd: () => void; onOpen: (open: Open) => void }) {
  const { sites, loading, error, reload } = useSites()
  const { site: selected } = useSelectedSite()
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
          Add the website you want to improve. Everything else starts from there.
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={grid}>
      {sites.map((site) => (
        <SiteCard
          key={site.id}
          site={site}
          active={site.id === selected?.id}
          onEdit={() => onOpen({ dialog: 'edit', site })}
          onDelete={() => onOpen({ dialog: 'delete', site })}
        />
      ))}
    </div>
  )
}
