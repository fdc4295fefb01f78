import { useClients } from '@/api/settings/clients'
import { countText } from '@/lib/format'
import { LabeledSelect } from '@/ui/forms/field'

const selected = 'site'

/** Whether a report is about the selected site or all sites of a client. Shows nothing without clients. */
export function ReportAbout({
  client,
  site,
  onChange,
}: {
  client: string
  /** The name of the selected site; empty: none is, and reports are about all. */
  site: string
  onChange: (client: string) => void
}) {
  const { clients } = useClients()
  const choices = (clients ?? []).filter(({ siteIds }) => siteIds.length > 0)
  if (choices.length === 0) return null
  return (
    <LabeledSelect
      label="Sites"
      value={client || selected}
      options={[
        { value: selected, label: site || 'All sites' },
        ...choices.map(({ id, name, siteIds }) => ({
          value: id,
          label: `${name} (${countText(siteIds.length, 'site')})`,
        })),
      ]}
      onChange={(value) => onChange(value === selected ? '' : value)}
    />
  )
}
