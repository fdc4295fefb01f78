import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

/** A bordered box with a title: the building block of a screen. */
export function Card({
  title,
  subtitle,
  aside,
  className,
  children,
}: {
  title: string
  subtitle?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={cx('card @container overflow-hidden', className)}>
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-base font-semibold">{title}</h2>
          {subtitle && <p className="text-xs text-ink-2">{subtitle}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}
