import { Suspense, useState } from 'react'
import type { ReportSettings } from '@/api/reports'
import { useSchedules, type ReportSchedule } from '@/api/schedules'
import { useClients } from '@/api/settings/clients'
import { useMay } from '@/api/core/role'
import { useSites } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { ScheduleRow } from './schedule-row'

const DeleteScheduleDialog = lazyPart(async () => ({
  default: (await import('./delete-schedule-dialog')).DeleteScheduleDialog,
}))
const ScheduleDialog = lazyPart(async () => ({ default: (await import('./schedule-dialog')).ScheduleDialog }))

/** The reports that are e-mailed on a schedule. */
export function Schedules({ settings }: { settings: ReportSettings }) {
  const { schedules, loading, error, reload } = useSchedules()
  const { sites } = useSites()
  const [open, setOpen] = useState<ReportSchedule | 'new' | null>(null)
  const [deleting, setDeleting] = useState<ReportSchedule | null>(null)
  const { clients } = useClients()
  const { edit } = useMay()
  const aboutOf = ({ siteId, clientId }: { siteId?: string; clientId?: string }) => {
    const site = sites?.find((item) => item.id === siteId)
    const client = clients?.find((item) => item.id === clientId)
    return site ? domainText(site.domain) : (client?.name ?? 'All sites')
  }
  return (
    <Card
      title="Scheduled reports"
      subtitle="Emailed with a link and the PDF"
      aside={
        edit && (
          <Button size="sm" icon="plus" onClick={() => setOpen('new')}>
            Schedule
          </Button>
        )
      }
    >
      {loading && <SkeletonRows rows={1} label="Loading the schedules" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {schedules?.length === 0 && (
        <p className="flex items-start gap-3 px-4 py-6 text-pretty text-ink-2">
          <Icon name="mail" className="mt-0.5 shrink-0 text-ink-3" />
          No scheduled reports yet.{edit && ' Send this one every Monday.'}
        </p>
      )}
      {schedules && schedules.length > 0 && (
        <ul aria-label="Scheduled reports" className="divide-y divide-line">
          {schedules.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              about={aboutOf(schedule)}
              onEdit={() => setOpen(schedule)}
              onDelete={() => setDeleting(schedule)}
            />
          ))}
        </ul>
      )}
      {open && (
        <Suspense>
          <ScheduleDialog
            schedule={open === 'new' ? undefined : open}
            settings={settings}
            about={aboutOf(open === 'new' ? settings : open)}
            timeZone={
              open === 'new'
                ? (sites?.find((site) => site.id === settings.siteId) ?? sites?.[0])?.timeZone
                : open.timeZone
            }
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {deleting && <DeleteScheduleDialog schedule={deleting} onClose={() => setDeleting(null)} />}
      </Suspense>
    </Card>
  )
}
