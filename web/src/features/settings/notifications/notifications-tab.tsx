import { useUser } from '@/api/session'
import { EmailCard } from './email-card'
import { RulesCard } from './rules-card'

/** How the user hears of alerts, and what the account is alerted about. */
export function NotificationsTab() {
  const { user } = useUser()
  return (
    <div className="grid max-w-3xl gap-4">
      {user?.demo === false && <EmailCard />}
      {user?.role !== 'client' && <RulesCard />}
    </div>
  )
}
