import type { Severity } from '@/api/technical'
import { words } from '@/lib/format'
import { Badge, type Tone } from '@/ui/badges/badge'

/** Every severity, worst first. */
export const severities: Severity[] = ['critical', 'high', 'medium', 'low']

/** The dot of each severity. */
export const severityDot: Record<Severity, string> = {
  critical: 'bg-bad',
  high: 'bg-c3',
  medium: 'bg-c1',
  low: 'bg-c-prev',
}

/** The colour of each severity in charts: the same as its dot. */
export const severityColor: Record<Severity, string> = {
  critical: 'var(--color-bad)',
  high: 'var(--color-c3)',
  medium: 'var(--color-c1)',
  low: 'var(--color-c-prev)',
}

const tones: Record<Severity, Tone> = { critical: 'bad', high: 'warn', medium: 'accent', low: 'neutral' }

/** How bad an issue is, as a label. */
export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <Badge tone={tones[severity]}>{words(severity)}</Badge>
)
