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
      <>
        The total value could not be calculated.{' '}
        <Button size="sm" variant="ghost" onClick={reload}>
          Try again
        </Button>
      </>
    )
  }
  if (loading || !sum) {
    return (
      <span role="status" aria-label="Loading the total" className="block py-0.5">
        <Skeleton className="h-4 w-80 max-w-full" />
      </span>
    )
  }
  if (sum.insights === 0) return 'What to fix, ranked by value and effort'
  const { values, unknown, insights } = sum
  return (
    <span className="num">
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
    </span>
  )
}
