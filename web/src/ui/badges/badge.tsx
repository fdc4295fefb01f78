import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

const tones = {
  neutral: 'bg-hover text-ink-2',
  accent: 'bg-accent-soft text-accent-ink',
  good: 'bg-good-soft text-good-ink',
  warn: 'bg-warn-soft text-warn-ink',
  bad: 'bg-bad-soft text-bad-ink',
  outline: 'border border-line-strong text-ink-2',
}

/** The color of a badge by its meaning. */
export type Tone = keyof typeof tones

/** The tone of each severity, and of each level of a risk. */
export const severityTones: Readonly<Record<string, Tone>> = {
  critical: 'bad',
  high: 'warn',
  medium: 'accent',
  low: 'neutral',
}

/** A small label: a status, a kind, a count. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-xs px-1.5 text-2xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
