import { useClients } from '@/api/settings/clients'
import { useSites } from '@/api/sites'
import { tagsOf } from '@/lib/tags'
import { Select } from './select'

const all = 'all'

/** Which sites a list covers: a client's, and those with a tag. Shows nothing without clients and tags. */
export function SiteFilter({
  client,
  tag,
  onChange,
}: {
  client: string
  tag: string
  onChange: (changes: { client?: string; tag?: string }) => void
}) {
  const { clients } = useClients()
  const { sites } = useSites()
  const tags = tagsOf(sites ?? [])
  return (
    <>
      {clients && clients.length > 0 && (
        <Select
          label="Client"
          value={client || all}
          options={[
            { value: all, label: 'All clients' },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => onChange({ client: value === all ? '' : value })}
          className="min-w-32 max-w-56"
        />
      )}
      {tags.length > 0 && (
        <Select
          label="Tag"
          value={tag === '' ? `${all} ` : tag}
          options={[
            { value: `${all} `, label: 'All tags' },
            ...tags.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(value) => onChange({ tag: value === `${all} ` ? '' : value })}
          className="min-w-28 max-w-48"
        />
      )}
    </>
  )
}
