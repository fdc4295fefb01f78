import { IntegrationsCard } from './integrations-card'
import { QuickActions } from './quick-actions'
import { RecentActivity } from './recent-activity'

/** What stands beside the opportunities: what to do, where the data comes from, and what happened. */
export const Aside = () => (
  <>
    <QuickActions />
    <IntegrationsCard />
    <RecentActivity />
  </>
)
