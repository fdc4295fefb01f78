import { useClients } from '@/api/settings/clients'
import { useSites } from '@/api/sites'
import { countText } from '@/lib/format'
import { CheckList } from '@/ui/forms/check-list'

/** What somebody of the role client sees. */
export type Access = { siteIds: string[]; clientIds: string[] }

/** Chooses clients, whose sites are seen also later, and single sites. */
export function AccessFields({ access, onChange }: { access: Access; onChange: (access: Access) => void }) {
  const { sites } = useSites()
  const { clients } = useClients()
  return (
    <>
      {clients && clients.length > 0 && (
        <CheckList
          legend="All sites of a client, also later ones"
          options={clients.map(({ id, name, siteIds }) => ({
            id,
            name,
            note: countText(siteIds.length, 'site'),
          }))}
          chosen={access.clientIds}
          onChange={(clientIds) => onChange({ ...access, clientIds })}
        />
      )}
      <CheckList
        legend={clients && clients.length > 0 ? 'Single sites' : 'Sites'}
        options={sites ?? []}
        chosen={access.siteIds}
        onChange={(siteIds) => onChange({ ...access, siteIds })}
      />
    </>
  )
}
