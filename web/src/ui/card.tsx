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
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold">{title}</h2>
        {aside && <div className={subtitle ? '@md:row-span-2' : ''}>{aside}</div>}
        {subtitle && (
          <p className={`col-span-2 text-xs text-ink-2 ${aside ? '@md:col-span-1' : ''}`}>{subtitle}</p>
        )}
      </header>
      {children}
    </section>
  )
}
