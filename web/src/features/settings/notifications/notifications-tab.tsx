import { EmailCard } from './email-card'
import { RulesCard } from './rules-card'

/** How the user hears of alerts, and what the account is alerted about. */
export const NotificationsTab = () => (
  <div className="grid gap-4">
    <EmailCard />
    <RulesCard />
  </div>
)
