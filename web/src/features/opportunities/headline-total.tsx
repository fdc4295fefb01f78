import { useInsightTotal } from '@/api/insights'
import { num } from '@/lib/format'
import { valuesWithRange } from '@/lib/insight'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

/** The total value of all pending opportunities in one sentence, one amount per unit. */
export function HeadlineTotal({ site }: { site: { siteId?: string } | null }) {
  const { sum, loading, error, reload } = useInsightTotal(site)
  if (error) {
    return (
      <p className="mb-4 text-ink-3">
        What they are worth together could not be worked out.{' '}
        <Button size="sm" variant="ghost" onClick={reload}>
          Try again
        </Button>
      </p>
    )
  }
  if (loading || !sum) {
    return (
      <p role="status" aria-label="Loading the total" className="mb-4 py-0.5">
        <Skeleton className="h-5 w-80 max-w-full" />
      </p>
    )
  }
  if (sum.insights === 0) return null
  const { values, unknown, insights } = sum
  const unknownText = `${num(unknown)} of unknown worth`
  if (values.length === 0) {
    return (
      <p className="mb-4 text-base text-ink-2">
        {num(insights)} open, {unknown === insights ? 'all of unknown worth' : unknownText}
      </p>
    )
  }
  return (
    <p className="num mb-4 text-base text-pretty text-ink-2">
      Worth about <b className="font-semibold text-good-ink">{valuesWithRange(values)}</b> a month if all are
      fixed
      {unknown > 0 && `, ${unknownText}`}
    </p>
  )
}
