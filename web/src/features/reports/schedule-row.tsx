import { messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { editSchedule, sendNow, type ReportSchedule } from '@/api/schedules'
import { useMay } from '@/api/core/role'
import { ago, joinAnd, dateTime } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Badge } from '@/ui/badges/badge'
import { Icon } from '@/ui/icons'
import { RowMenu } from '@/ui/list/list-menu'
import { Notice } from '@/ui/notice'
import { scheduleText } from './schedule-text'

/** One schedule: its report, rhythm, recipients and last result, with its actions. */
export function ScheduleRow({
  schedule,
  about,
  onEdit,
  onDelete,
}: {
  schedule: ReportSchedule
  about: string
  onEdit: () => void
  onDelete: () => void
}) {
  const { edit } = useMay()
  const [busy, run] = useBusy()
  const { id, title, active, recipients, unsubscribed, nextAt, lastSentAt, lastError } = schedule
  const send = () =>
    run(async () => {
      try {
        toast('Report sent', { description: await sendNow(id), tone: 'good' })
      } catch (error) {
        toast('Sending failed', { description: messageOf(error, 'Failed to send the report'), tone: 'bad' })
      }
    })
  const turn = () =>
    run(async () => {
      try {
        await editSchedule(id, { active: !active })
        toast(active ? 'Schedule paused' : 'Schedule resumed', { tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to change the schedule')
      }
    })
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">
            <bdi>{title}</bdi>
          </p>
          <p className="text-xs text-ink-2">{scheduleText(schedule)}</p>
          <p className="truncate text-xs text-ink-3" title={recipients.join(', ')}>
            {about} · {recipients.length === 1 ? recipients[0] : `${recipients.length} recipients`}
          </p>
        </div>
        {busy && <Icon name="refresh" className="mt-2 animate-spin text-ink-3" />}
        {!active && <Badge tone="warn">Paused</Badge>}
        {edit && (
          <RowMenu
            label={`More about the schedule of ${title}`}
            items={[
              { label: 'Send now', icon: 'mail', disabled: busy, onSelect: () => void send() },
              { label: 'Edit…', icon: 'edit', onSelect: onEdit },
              {
                label: active ? 'Pause' : 'Resume',
                icon: active ? 'pause' : 'play',
                disabled: busy,
                onSelect: () => void turn(),
              },
              { label: 'Delete…', icon: 'trash', tone: 'bad', onSelect: onDelete, apart: true },
            ]}
          />
        )}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-3">
        <span>{lastSentAt ? `Last sent ${ago(lastSentAt)}` : 'Not sent yet'}</span>
        {active && nextAt && <span>Next {dateTime(nextAt)}</span>}
      </p>
      {unsubscribed.length > 0 && (
        <p className="mt-1 text-xs wrap-anywhere text-ink-3">Unsubscribed: {joinAnd(unsubscribed)}</p>
      )}
      {lastError && (
        <Notice tone="bad" className="mt-2 text-xs">
          {lastError}
        </Notice>
      )}
    </li>
  )
}
