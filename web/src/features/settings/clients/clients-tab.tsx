import { useState } from 'react'
import { useMissingFeature } from '@/api/billing'
import { useClients, type Client } from '@/api/settings/clients'
import { useUser } from '@/api/session'
import { manages } from '@/api/core/role'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { PartOfPlan } from '@/ui/plan-notice'
import { SkeletonRows } from '@/ui/skeleton'
import { ClientDialog, DeleteClientDialog } from './client-dialog'
import { ClientRow } from './client-row'

type Open = { dialog: 'add' } | { dialog: 'edit' | 'delete'; client: Client } | null

/** The clients of the account, with their sites and branding. */
export function ClientsTab() {
  const { user } = useUser()
  const { clients, loading, error, reload } = useClients()
  const mayManage = manages(user)
  const [open, setOpen] = useState<Open>(null)
  const missing = useMissingFeature('clients')
  const addButton = !missing && (
    <Button variant="primary" icon="plus" onClick={() => setOpen({ dialog: 'add' })}>
      Add client
    </Button>
  )
  return (
    <>
      <PartOfPlan source="clients" stays="Clients stay, but none can be added." className="mb-4" />
      <Card
        title="Clients"
        subtitle="Sites, reports, branding and access follow the client"
        aside={mayManage && clients && clients.length > 0 && addButton}
      >
        {loading && <SkeletonRows rows={3} />}
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        {clients?.length === 0 && (
          <EmptyState icon="layers" level="h3" title="No clients yet" action={mayManage && addButton}>
            Group sites by client, and send reports under the client’s own name, color and logo.
          </EmptyState>
        )}
        {clients && clients.length > 0 && (
          <ul aria-label="Clients" className="divide-y divide-line">
            {clients.map((client) => (
              <ClientRow
                key={client.id}
                client={client}
                manages={mayManage}
                onEdit={() => setOpen({ dialog: 'edit', client })}
                onDelete={() => setOpen({ dialog: 'delete', client })}
              />
            ))}
          </ul>
        )}
      </Card>
      {open?.dialog === 'add' && <ClientDialog onClose={() => setOpen(null)} />}
      {open?.dialog === 'edit' && <ClientDialog client={open.client} onClose={() => setOpen(null)} />}
      {open?.dialog === 'delete' && <DeleteClientDialog client={open.client} onClose={() => setOpen(null)} />}
    </>
  )
}
