import { useUser } from '@/api/session'
import { Badge } from '@/ui/badges/badge'
import { Card } from '@/ui/card'
import { SiteMark } from '@/ui/site-mark'

/** The members of the account: so far only its owner. */
export function TeamTab() {
  const { user } = useUser()
  if (!user) return null
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || 'User'
  return (
    <Card title="Team Members">
      <div className="flex items-center gap-3 px-4 py-4">
        <SiteMark name={name} size={36} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{name}</p>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
        <Badge tone="accent">Owner</Badge>
      </div>
      <p className="border-t border-line px-4 py-3 text-ink-2">
        Team management will be available in a future update.
      </p>
    </Card>
  )
}
