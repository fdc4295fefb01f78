import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'

/** Shown in place of an empty list: why it is empty, and what to do about it. */
export function EmptyState({
  icon,
  title,
  level: Heading = 'h3',
  children,
  action,
}: {
  icon: IconName
  title: string
  /** Its heading level: h2 under the screen's title, h3 inside a card. */
  level?: 'h2' | 'h3'
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 flex size-10 items-center justify-center rounded-lg border border-line bg-sunken text-ink-3 shadow-card">
        <Icon name={icon} size={18} />
      </span>
      <Heading className="text-base font-semibold text-balance">{title}</Heading>
      {children && <p className="mt-1 max-w-sm text-pretty text-ink-2">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
