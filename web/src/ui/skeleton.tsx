import { cx } from '@/lib/cx'

/** A gray placeholder while loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cx('skeleton block', className)} />
)

/** Placeholder rows while a list is loading. */
export function SkeletonRows({ rows = 5, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} data-skeleton-row className="flex items-center gap-3 px-4 py-3">
          <Skeleton className="size-5 rounded-full" />
          <span className="min-w-0 flex-1 space-y-1.5">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </span>
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  )
}
