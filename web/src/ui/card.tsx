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
    <section aria-label={title} className={cx('card @container overflow-clip', className)}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="min-w-0 flex-1 text-base font-semibold">{title}</h2>
        {aside}
        {subtitle && <p className="w-full text-xs text-ink-2">{subtitle}</p>}
      </header>
      {children}
    </section>
  )
}
