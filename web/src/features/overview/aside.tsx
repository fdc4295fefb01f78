import { IntegrationsCard } from './integrations-card'
import { QuickActions } from './quick-actions'
import { RecentActivity } from './recent-activity'

/** What stands beside the opportunities: where the data comes from, what to do, and what happened. */
export const Aside = () => (
  <>
    <IntegrationsCard />
    <QuickActions />
    <RecentActivity />
  </>
)
