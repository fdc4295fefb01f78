import { useLocation } from 'wouter'
import { ApiError, messageOf } from '@/api/core/error'
import { selectSite } from '@/api/selected-site'
import { addSite, deleteSite, updateSite, type Site } from '@/api/sites'
import { toast, type ToastAction } from '@/lib/toast'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { Dialog } from '@/ui/overlays/dialog'
import { changesOf, emptyFields, fieldsOf } from './site-changes'
import { SiteForm } from './site-form'
import type { SiteFields } from './site-schema'

/** Adds a site and selects it, as its crawl is usually uploaded next. */
export function AddSiteDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  async function add({ ga4PropertyId, includeSubdomains, clientId, tags, ...site }: SiteFields) {
    const optional = {
      ...(ga4PropertyId && { ga4PropertyId }),
      ...(!includeSubdomains && { includeSubdomains }),
      ...(clientId && { clientId }),
      ...(tags.length > 0 && { tags }),
    }
    const added = await withToast(addSite({ ...site, ...optional }), {
      done: ['Site Added', 'Your site has been added successfully.'],
      next: { label: 'Add its data', run: () => navigate('/overview') },
      failed: ['Failed to Add Site', 'Failed to add site'],
    })
    if (added) selectSite(added.id)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Add Site">
      <SiteForm initial={emptyFields()} submit="Add Site" onSubmit={add} onCancel={onClose} />
    </Dialog>
  )
}

/** Edits a site: sends only the changed fields, and nothing without changes. */
export function EditSiteDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  async function save(fields: SiteFields) {
    const changes = changesOf(site, fields)
    if (Object.keys(changes).length > 0) {
      await withToast(updateSite(site.id, changes), {
        done: ['Site Updated', 'Your site has been updated successfully.'],
        failed: ['Failed to Update Site', 'Failed to update site'],
      })
    }
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Edit site">
      <SiteForm initial={fieldsOf(site)} submit="Save changes" onSubmit={save} onCancel={onClose} />
    </Dialog>
  )
}

/** Confirms the deletion of a site. */
export const DeleteSiteDialog = ({ site, onClose }: { site: Site; onClose: () => void }) => (
  <ConfirmDialog
    title={`Delete ${site.name}`}
    action="Delete"
    icon="trash"
    onConfirm={() => deleteSite(site.id)}
    success={{ title: 'Site Deleted', description: 'Your site has been deleted successfully.' }}
    onError={(error) => toastSiteFailure(error, 'Failed to Delete Site', 'Failed to delete site')}
    onClose={onClose}
  >
    <ConfirmText>
      Are you sure you want to delete the site? This action cannot be undone and will remove all associated
      integrations and data.
    </ConfirmText>
  </ConfirmDialog>
)

type Outcome = {
  done: [title: string, text: string]
  failed: [title: string, fallback: string]
  /** An action to offer next. */
  next?: ToastAction
}

/** Shows a toast for the result of a write, and rethrows its error. */
async function withToast<T>(write: Promise<T>, { done, failed, next }: Outcome) {
  try {
    const written = await write
    toast(done[0], { description: done[1], tone: 'good', ...(next && { action: next }) })
    return written
  } catch (error) {
    toastSiteFailure(error, ...failed)
    throw error
  }
}

/** Shows why a write failed; a 401 has its own toast. */
function toastSiteFailure(error: unknown, title: string, fallback: string) {
  if (error instanceof ApiError && error.status === 401) return
  toast(title, { description: messageOf(error, fallback), tone: 'bad' })
}
