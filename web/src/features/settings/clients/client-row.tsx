import type { Client } from '@/api/settings/clients'
import { useSites } from '@/api/sites'
import { countText } from '@/lib/format'
import { Button } from '@/ui/button'
import { SiteMark } from '@/ui/site-mark'

/** One client: whose branding it has, and its sites. */
export function ClientRow({
  client,
  manages,
  onEdit,
  onDelete,
}: {
  client: Client
  manages: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const { sites } = useSites()
  const names = client.siteIds.flatMap((id) => sites?.find((site) => site.id === id)?.name ?? [])
  const { logo, color } = client.branding
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      {logo ? (
        <img src={logo} alt="" className="size-9 shrink-0 rounded-md bg-white object-contain p-1" />
      ) : (
        <SiteMark name={client.name} size={36} />
      )}
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{client.name}</span>
          {color && (
            <span
              role="img"
              aria-label={`Color ${color}`}
              className="size-3 shrink-0 rounded-full border border-line"
              style={{ backgroundColor: color }}
            />
          )}
        </p>
        <p className="truncate text-ink-2">
          {names.length === 0 ? 'No sites yet' : `${countText(names.length, 'site')}: ${names.join(', ')}`}
        </p>
        {client.contactEmail && (
          <p className="truncate text-xs text-ink-3">Replies go to {client.contactEmail}</p>
        )}
      </div>
      {manages && (
        <div className="flex gap-1">
          <Button size="sm" variant="ghost" icon="edit" aria-label={`Edit ${client.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            aria-label={`Delete ${client.name}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}
