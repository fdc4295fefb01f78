import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

/** Another way to upload a crawl: what it is for, and its button. */
export const OtherWay = ({
  title,
  small,
  children,
  button,
}: {
  title: string
  small: boolean
  children: ReactNode
  button: ReactNode
}) => (
  <div
    className={cx(
      'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
      small ? 'mt-2' : 'mt-4 border-t border-line pt-4',
    )}
  >
    <p className="min-w-0 flex-1 basis-40 text-xs text-pretty text-ink-3">
      {!small && <b className="block text-sm font-medium text-ink">{title}</b>}
      {children}
    </p>
    {button}
  </div>
)
