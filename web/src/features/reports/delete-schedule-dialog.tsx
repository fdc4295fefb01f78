import { toastFailure } from '@/api/core/failure'
import { deleteSchedule, type ReportSchedule } from '@/api/schedules'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'

type DeleteScheduleDialogProps = { schedule: ReportSchedule; onClose: () => void }

/** Confirms the deletion of a schedule. */
export const DeleteScheduleDialog = ({ schedule, onClose }: DeleteScheduleDialogProps) => (
  <ConfirmDialog
    title="Delete the schedule?"
    action="Delete"
    icon="trash"
    onConfirm={() => deleteSchedule(schedule.id)}
    success={{ title: 'Schedule deleted' }}
    onError={(error) => toastFailure(error, 'Failed to delete the schedule')}
    onClose={onClose}
  >
    <ConfirmText>
      <bdi className="font-medium text-ink">{schedule.title}</bdi> won’t be sent anymore. Links already sent
      work until they expire.
    </ConfirmText>
  </ConfirmDialog>
)
