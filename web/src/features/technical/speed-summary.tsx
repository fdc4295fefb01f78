import { Link } from 'wouter'
import { useTable } from '@/api/tables'
import { countText, num } from '@/lib/format'
import { useUrlState } from '@/lib/use-url-state'
import { vitals } from '@/lib/vitals'
import { Skeleton } from '@/ui/skeleton'
import { speedDefaults } from './page-speed-templates'

/** How many tested pages of a site fail Core Web Vitals, and which of them; nothing before the first test. */
export function SpeedSummary({ siteId }: { siteId: string }) {
  const { rows, total, scope, loading } = useTable('/api/technical/pagespeed', { siteId, limit: 1 })
  const [, , addressWith] = useUrlState(speedDefaults)
  if (loading) return <Skeleton className="mb-4 h-28 rounded-lg" />
  if (!rows || rows.length === 0 || !total || scope?.totals.failing === undefined) return null
  const { totals } = scope
  return (
    <section aria-label="Core Web Vitals" className="@container card mb-4">
      <div className="grid gap-x-8 gap-y-3 p-4 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
        <div>
          <h2 className="text-base font-semibold text-pretty">{verdict(total, totals)}</h2>
          <p className="mt-0.5 text-pretty text-ink-2">{about(total, totals)}</p>
        </div>
        <ul className="grid grid-cols-3 gap-2">
          {vitals.map(({ name, field, label, limit }) => {
            const failing = totals[`${name}Failing`] ?? 0
            return (
              <li key={name}>
                <Link
                  href={addressWith({ ...speedDefaults, sort: `-${field}` })}
                  className="block rounded-md border border-line px-3 py-2 hover:bg-sunken @3xl:min-w-32"
                >
                  <span className="block text-xs text-ink-3">
                    {label} <span className="block whitespace-nowrap @3xl:inline">over {limit}</span>
                  </span>
                  <span className={failing > 0 ? 'num font-semibold text-bad-ink' : 'num font-medium'}>
                    {countText(failing, 'page')}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

type Totals = Record<string, number | null>

/** "3 of 50 tested pages fail Core Web Vitals" */
function verdict(total: number, { failing, passing }: Totals) {
  if (failing)
    return `${num(failing)} of ${countText(total, 'tested page')} fail${total === 1 ? 's' : ''} Core Web Vitals`
  if (passing === total) {
    return total === 1
      ? 'The tested page passes Core Web Vitals'
      : `All ${num(total)} tested pages pass Core Web Vitals`
  }
  return `${num(passing ?? 0)} of ${countText(total, 'tested page')} pass Core Web Vitals`
}

/** Whose experience the verdicts rest on, and of how many pages there is none. */
function about(total: number, { failing, passing, byOrigin, byLab }: Totals) {
  const others = [
    byOrigin && `site-wide field data for ${countText(byOrigin, 'page')}`,
    byLab && `lab tests for ${countText(byLab, 'page')}`,
  ].filter(Boolean)
  const unjudged = total - (failing ?? 0) - (passing ?? 0)
  return [
    others.length === 0
      ? 'Based on each page’s own field data.'
      : `Based on each page’s own field data where available; ${others.join('; ')}.`,
    unjudged > 0 && `Not enough data for ${countText(unjudged, 'page')} yet.`,
  ]
    .filter(Boolean)
    .join(' ')
}
