import { useInsights } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { AllOpportunities } from './all-opportunities'
import { ConnectData } from './connect-data'
import { WaitingForInsights } from './waiting-for-insights'

/**
 * Three cases, decided over the whole account: with any insight of any status the list; else, with connections, the
 * wait for the first insights; else the way to the first data.
 */
export function Opportunities() {
  const any = useInsights({ limit: 1 })
  const connections = useIntegrations({})
  const failed = any.error ? any : connections.error ? connections : undefined

  if (any.insights && any.insights.length > 0) return <AllOpportunities />
  if (any.loading || connections.loading) {
    return (
      <div className="card">
        <SkeletonRows label="Loading opportunities" />
      </div>
    )
  }
  if (failed?.error) return <LoadError error={failed.error} onRetry={failed.reload} />
  if (connections.integrations && connections.integrations.length > 0) {
    return <WaitingForInsights integrations={connections.integrations} />
  }
  return <ConnectData />
}
