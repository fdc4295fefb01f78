import { Suspense, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button } from '@/ui/button'
import { usePreload } from '@/ui/overlays/lazily'
import { PageHeader } from '@/ui/page-header'
import { SiteGrid } from './site-grid'

// Opened now and then.
const loadDialogs = () => import('./site-dialogs')
const AddSiteDialog = lazyPart(async () => ({ default: (await loadDialogs()).AddSiteDialog }))
const EditSiteDialog = lazyPart(async () => ({ default: (await loadDialogs()).EditSiteDialog }))
const DeleteSiteDialog = lazyPart(async () => ({ default: (await loadDialogs()).DeleteSiteDialog }))
const SearchConsoleDialog = lazyPart(async () => ({
  default: (await import('./search-console-dialog')).SearchConsoleDialog,
}))

type Open = { dialog: 'add' | 'searchConsole' } | { dialog: 'edit' | 'delete'; site: Site } | null

/**
 * The websites of the account. ?add in the URL opens the form of a new one, ?add=search-console the list of
 * properties that can become sites.
 */
export function Sites() {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open>(() => openedBy(params.get('add')))
  const { edit, manage } = useMay()
  usePreload(loadDialogs, edit)
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
            {manage && (
              <Button icon="search" onClick={addMany}>
                Add from Search Console
              </Button>
            )}
            {edit && (
              <Button variant="primary" icon="plus" onClick={add}>
                Add Site
              </Button>
            )}
          </>
        }
      >
        What needs attention first, and where each site’s data comes from
      </PageHeader>
      <SiteGrid onAdd={add} onOpen={setOpen} />
      <Suspense fallback={null}>
        {open?.dialog === 'add' && <AddSiteDialog onClose={close} />}
        {open?.dialog === 'searchConsole' && <SearchConsoleDialog onClose={close} />}
        {open?.dialog === 'edit' && <EditSiteDialog site={open.site} onClose={close} />}
        {open?.dialog === 'delete' && <DeleteSiteDialog site={open.site} onClose={close} />}
      </Suspense>
    </>
  )
}

const openedBy = (add: string | null): Open =>
  add === null ? null : { dialog: add === 'search-console' ? 'searchConsole' : 'add' }
