import { Link } from 'wouter'
import { toastFailure } from '@/api/core/failure'
import { recomputeInsights } from '@/api/insights'
import { failedProviders } from '@/api/integrations'
import { useSelectedSite } from '@/api/selected-site'
import { joinAnd } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useJob } from '@/lib/use-job'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'

/** Shortcuts to the most common actions. */
export function QuickActions() {
  const { site } = useSelectedSite()
  const { busy, progress, start } = useJob()

  const refresh = () =>
    start(async (onProgress) => {
      try {
        await recomputeInsights(site?.id, onProgress)
        const unread = site ? await failedProviders(site.id) : []
        if (unread.length === 0)
          toast('Success', { description: 'Data refresh completed successfully', tone: 'good' })
        else
          toast('Error', {
            description: `${joinAnd(unread)} could not be synced. The rest is up to date.`,
            tone: 'bad',
          })
      } catch (error) {
        toastFailure(error, 'Failed to refresh data')
      }
    })

  return (
    <Card title="Quick Actions">
      <div className="grid gap-2 p-4">
        <div className="grid gap-2 has-[>:last-child:empty]:gap-0">
          <Button icon="refresh" busy={busy} onClick={refresh}>
            Run Data Refresh
          </Button>
          <JobStatus label="Data refresh" progress={progress} />
        </div>
        <Link href="/technical" className={buttonClass()}>
          <Icon name="upload" className="-ml-0.5" />
          Upload crawler CSV
        </Link>
        <Link href="/reports" className={buttonClass()}>
          <Icon name="file" className="-ml-0.5" />
          Generate Report
        </Link>
      </div>
    </Card>
  )
}
