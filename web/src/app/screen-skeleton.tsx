import { Skeleton } from '@/ui/skeleton'

/** Shown in place of a screen until its code and the user are loaded. */
export const ScreenSkeleton = ({ title }: { title: string }) => (
  <div role="status" aria-label="Loading page">
    <h1 className="sr-only">{title}</h1>
    <Skeleton className="h-7 w-40" />
    <Skeleton className="mt-2 h-4 w-72 max-w-full" />
    <Skeleton className="mt-6 h-96 rounded-lg" />
  </div>
)
