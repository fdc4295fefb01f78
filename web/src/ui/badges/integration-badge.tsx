import type { IntegrationStatus } from '@/lib/integration'
import { Badge, type Tone } from './badge'
import { Icon, type IconName } from '@/ui/icons'

const states: Record<IntegrationStatus, { label: string; icon: IconName; tone: Tone }> = {
  connected: { label: 'Connected', icon: 'check', tone: 'good' },
  pending: { label: 'Pending', icon: 'clock', tone: 'warn' },
  error: { label: 'Error', icon: 'alert', tone: 'bad' },
  disconnected: { label: 'Not connected', icon: 'dismiss', tone: 'neutral' },
}

/** The status of a connection as a label. */
export function IntegrationBadge({ status }: { status: IntegrationStatus }) {
  const { label, icon, tone } = states[status]
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={12} />
      {label}
    </Badge>
  )
}
