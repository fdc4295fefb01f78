import { statusLabel, type Status } from '@/lib/insight'
import { Badge, type Tone } from './badge'

const tones: Record<Status, Tone> = {
  open: 'accent',
  in_progress: 'neutral',
  done: 'outline',
  dismissed: 'bad',
}

/** The status of an insight as a label. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]}>{statusLabel(status)}</Badge>
)
