import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { addClient, deleteClient, editClient, useClients, type Client } from '@/api/settings/clients'
import { useSites } from '@/api/sites'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { CheckList } from '@/ui/forms/check-list'
import { ColorField } from '@/ui/forms/color-field'
import { TextField } from '@/ui/forms/field'
import { LinkDomainField } from '@/ui/forms/link-domain-field'
import { LogoField } from '@/ui/forms/logo-field'
import { Notice } from '@/ui/notice'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { BrandingPreview } from './branding-preview'

const empty = {
  name: '',
  branding: { name: '', color: '', linkDomain: '', logo: null as string | null },
  senderName: '',
  currency: '',
  contactEmail: '',
  siteIds: [] as string[],
}

/** Adds a client, or edits one. */
export function ClientDialog({ client, onClose }: { client?: Client; onClose: () => void }) {
  const { sites } = useSites()
  const { clients } = useClients()
  const [fields, setFields] = useState({ ...empty, ...client })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()
  const set = (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes }))
  const brand = (changes: Partial<typeof fields.branding>) =>
    set({ branding: { ...fields.branding, ...changes } })
  const text = (field: 'name' | 'senderName' | 'currency' | 'contactEmail', label: string, rest = {}) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      value={fields[field]}
      error={errors[field]}
      onChange={(value) => set({ [field]: value })}
      {...rest}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({})
      const { name, senderName, currency, contactEmail, siteIds } = fields
      const { logo, ...branding } = fields.branding
      const changed = logo !== (client?.branding.logo ?? null)
      const body = {
        name,
        senderName,
        currency,
        contactEmail,
        siteIds,
        branding: { ...branding, ...(changed && { logo: logo && logo.slice(logo.indexOf(',') + 1) }) },
      }
      try {
        await (client ? editClient(client.id, body) : addClient(body))
        toast(client ? 'Client saved' : 'Client added', { tone: 'good' })
        onClose()
      } catch (failure) {
        const field = failure instanceof ApiError ? failure.problem?.field : undefined
        const known = field !== undefined && field in { ...empty, logo: '', linkDomain: '' }
        setErrors({ [known ? field : 'form']: messageOf(failure, 'The client could not be saved.') })
      }
    })
  }
  const others = (siteId: string) =>
    clients?.find((other) => other.id !== client?.id && other.siteIds.includes(siteId))?.name
  return (
    <Dialog open wide onClose={onClose} title={client ? `Edit ${client.name}` : 'Add client'}>
      <form noValidate onSubmit={submit} className="space-y-4">
        {text('name', 'Client name', { 'data-autofocus': true, placeholder: 'Acme Inc.' })}
        <CheckList
          legend="Sites"
          options={(sites ?? []).map(({ id, name }) => ({ id, name, note: others(id) }))}
          chosen={fields.siteIds}
          onChange={(siteIds) => set({ siteIds })}
        />
        <fieldset className="space-y-4">
          <legend className="font-medium">Reports and emails</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name on reports"
              name="brand"
              autoComplete="off"
              placeholder="Your agency’s"
              value={fields.branding.name}
              error={errors.branding}
              onChange={(name) => brand({ name })}
            />
            <ColorField
              value={fields.branding.color}
              placeholder="Your agency’s"
              onChange={(color) => brand({ color })}
            />
            {text('senderName', 'Sender of emails', { placeholder: 'The name on reports' })}
            {text('contactEmail', 'Replies go to', { type: 'email', placeholder: 'The account’s owner' })}
            {text('currency', 'Currency of new sites', { placeholder: 'EUR', maxLength: 3 })}
          </div>
          <LinkDomainField
            placeholder="Your agency’s"
            value={fields.branding.linkDomain}
            error={errors.linkDomain}
            hint={`For this client’s links. Point its CNAME record to ${location.hostname}.`}
            onChange={(linkDomain) => brand({ linkDomain })}
          />
          <LogoField logo={fields.branding.logo} error={errors.logo} onChange={(logo) => brand({ logo })} />
          <BrandingPreview client={fields.name} branding={fields.branding} />
        </fieldset>
        {errors.form && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {client ? 'Save client' : 'Add client'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Confirms the deletion of a client. */
export const DeleteClientDialog = ({ client, onClose }: { client: Client; onClose: () => void }) => (
  <ConfirmDialog
    title={`Delete ${client.name}?`}
    action="Delete"
    icon="trash"
    onConfirm={() => deleteClient(client.id)}
    success={{ title: 'Client deleted' }}
    onError={(error) => toastFailure(error, 'Failed to delete the client')}
    onClose={onClose}
  >
    <ConfirmText>
      Its sites stay, without a client. Reports and schedules about all of its sites are deleted, and people who
      saw the sites through this client lose access.
    </ConfirmText>
  </ConfirmDialog>
)
