import type { Token } from '@/api/tokens'
import { ago, day } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'

const isPast = (at: string | null) => at !== null && new Date(at) <= new Date()

/** One token: its name, scope, last use and expiration. */
export function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const { name, prefix, scope, createdAt, lastUsedAt, expiresAt } = token
  const expired = isPast(expiresAt)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          <code className="shrink-0 text-xs text-ink-3">{prefix}…</code>
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-ink-3">
          <span>Created {day(createdAt)}</span>
          <span className="text-ink-2">{lastUsedAt ? `Last used ${ago(lastUsedAt)}` : 'Never used'}</span>
          <span>
            {expiresAt === null ? 'Never expires' : `${expired ? 'Expired' : 'Expires'} ${day(expiresAt)}`}
          </span>
        </p>
      </div>
      <span className="flex items-center gap-1.5">
        {expired && <Badge tone="warn">Expired</Badge>}
        <Badge tone={scope === 'write' ? 'accent' : 'neutral'}>
          {scope === 'write' ? 'Read and write' : 'Read only'}
        </Badge>
      </span>
      <Button
        size="sm"
        className="ml-auto"
        aria-label={`${expired ? 'Remove' : 'Revoke'} ${name}`}
        onClick={onRevoke}
      >
        {expired ? 'Remove' : 'Revoke'}
      </Button>
    </li>
  )
}
