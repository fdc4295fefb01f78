import { useClients } from '@/api/settings/clients'
import { ChipsField } from '@/ui/forms/chips-field'
import { LabeledSelect } from '@/ui/forms/field'
import type { SiteErrors } from './site-schema'

const none = 'none'

/** Whose site it is, and its tags. */
export function ClientTagFields({
  clientId,
  tags,
  errors,
  onClient,
  onTags,
}: {
  clientId: string
  tags: string[]
  errors: SiteErrors
  onClient: (id: string) => void
  onTags: (tags: string[]) => void
}) {
  const { clients } = useClients()
  return (
    <>
      {clients && clients.length > 0 && (
        <LabeledSelect
          label="Client"
          value={clientId || none}
          options={[
            { value: none, label: 'No client' },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={errors.clientId}
          onChange={(id) => onClient(id === none ? '' : id)}
        />
      )}
      <ChipsField
        label="Tags (optional)"
        placeholder="Shop"
        values={tags}
        error={errors.tags}
        onChange={onTags}
      />
    </>
  )
}
