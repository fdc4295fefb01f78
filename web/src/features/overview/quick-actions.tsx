import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import { refreshData } from '@/api/integrations'
import { useSelectedSite } from '@/api/selected-site'
import { useJob } from '@/lib/use-job'
import { Button, buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { JobStatus } from '@/ui/job-status'

/** Shortcuts to the most common actions, for those who may take them. */
export function QuickActions() {
  const { edit } = useMay()
  return edit && <Actions />
}

function Actions() {
  const { site } = useSelectedSite()
  const { busy, progress, start } = useJob()

  const refresh = () => start((onProgress) => refreshData(site?.id, onProgress))

  return (
    <Card title="Quick Actions">
      <div className="grid gap-2 p-4">
        <div className="grid gap-2 has-[>:last-child:empty]:gap-0">
          <Button icon="refresh" busy={busy} onClick={refresh}>
            Run Data Refresh
          </Button>
          <JobStatus label="Data refresh" progress={progress} />
        </div>
        <Link href="/technical?upload=true" className={buttonClass()}>
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
