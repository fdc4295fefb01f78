import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'

/** Shown in place of an empty list: why it is empty, and what to do about it. */
export function EmptyState({
  icon,
  title,
  level: Heading = 'h3',
  compact,
  children,
  action,
}: {
  icon: IconName
  title: string
  /** Its heading level: h2 under the screen's title, h3 inside a card. */
  level?: 'h2' | 'h3'
  /** On one line, in a card that is one of several. */
  compact?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={`flex items-center gap-4 ${compact ? 'flex-wrap p-4' : 'flex-col px-6 py-12 text-center'}`}>
      <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-line bg-sunken text-ink-3 shadow-card">
        <Icon name={icon} size={18} />
      </span>
      <div className={compact ? 'flex-[1_1_14rem]' : 'max-w-sm'}>
        <Heading className="text-base font-semibold text-balance">{title}</Heading>
        {children && <p className="mt-1 text-pretty text-ink-2">{children}</p>}
      </div>
      {action}
    </div>
  )
}
