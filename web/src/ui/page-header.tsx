import type { ReactNode } from 'react'

/** The top of a screen: title, subtitle and actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 md:mb-5">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold">{title}</h1>
        {children && <p className="text-pretty text-ink-2">{children}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  )
}
