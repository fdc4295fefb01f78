import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Icon, type IconName } from './icons'

const styles: Record<'good' | 'warn' | 'bad' | 'neutral', { icon: IconName; className: string }> = {
  good: { icon: 'check', className: 'bg-good-soft text-good-ink' },
  warn: { icon: 'alert', className: 'bg-warn-soft text-warn-ink' },
  bad: { icon: 'alert', className: 'bg-bad-soft text-bad-ink' },
  neutral: { icon: 'info', className: 'bg-hover text-ink-2' },
}

/** A message that stays in place, unlike a toast. */
export function Notice({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof styles
  className?: string
  children: ReactNode
}) {
  const style = styles[tone]
  return (
    <div className={cx('flex gap-2 rounded-md px-3 py-2', style.className, className)}>
      <Icon name={style.icon} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 text-pretty wrap-anywhere">{children}</div>
    </div>
  )
}
