import { Link } from 'wouter'
import { useInsightTotal } from '@/api/insights'
import { TotalText } from './total-text'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

type Query = { siteId?: string; clientId?: string; tag?: string; small?: boolean }

/** The total value of all pending opportunities in one sentence: expected first, then if every fix works. */
export function HeadlineTotal({ site }: { site: Query | null }) {
  const { sum, loading, error, reload } = useInsightTotal(site)
  if (error) {
    return (
      <p className="mb-4 text-ink-3">
        The total value could not be calculated.{' '}
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
  return (
    <p className="num mb-4 text-base text-pretty text-ink-2">
      {values.length > 0 ? <TotalText sum={sum} /> : `${num(insights)} open`}
      {unknown > 0 && (unknown < insights ? ` · ${num(unknown)} not yet valued` : ', not yet valued')}
      {values.length === 0 && (
        <>
          .{' '}
          <Link href="/settings?tab=integrations" className="text-accent-ink underline">
            Connect Search Console
          </Link>{' '}
          to estimate their value.
        </>
      )}
    </p>
  )
}
