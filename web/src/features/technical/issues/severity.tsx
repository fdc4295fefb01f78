import type { Severity } from '@/api/crawls/issues'
import { humanize } from '@/lib/format'
import { Badge, severityTones } from '@/ui/badges/badge'

/** Every severity, worst first. */
export const severities: Severity[] = ['critical', 'high', 'medium', 'low']

/** The dot's class of each severity. */
export const severityDot: Record<Severity, string> = {
  critical: 'bg-bad',
  high: 'bg-c3',
  medium: 'bg-c1',
  low: 'bg-c-prev',
}

/** The chart color of each severity: that of its dot. */
export const severityColor: Record<Severity, string> = {
  critical: 'var(--color-bad)',
  high: 'var(--color-c3)',
  medium: 'var(--color-c1)',
  low: 'var(--color-c-prev)',
}

/** A severity as a label. */
export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <Badge tone={severityTones[severity]!}>{humanize(severity)}</Badge>
)
