import type { CSSProperties } from 'react'
import { cx } from '@/lib/cx'
import { Badge } from '@/ui/badges/badge'
import { Icon, type IconName } from '@/ui/icons'
import { SiteMark } from '@/ui/site-mark'
import { Sparkline } from '@/ui/charts/sparkline'

const figures = [
  { label: 'Sessions', trend: [31, 34, 33, 37, 36, 40, 39, 44, 43, 48] },
  { label: 'Conversion rate', trend: [22, 21, 23, 22, 24, 23, 25, 25, 26, 27] },
  { label: 'Load time', trend: [42, 43, 41, 40, 41, 38, 37, 35, 34, 33] },
]

const rows: { title: string; where: string; icon: IconName; color: string; score: number }[] = [
  {
    title: 'Write titles for 42 product pages',
    where: '/products/*',
    icon: 'tag',
    color: 'text-c1',
    score: 86,
  },
  {
    title: 'Exclude terms that never convert',
    where: 'Search, non-brand',
    icon: 'ads',
    color: 'text-c5',
    score: 78,
  },
  {
    title: 'Speed up category pages on mobile',
    where: '/category/*',
    icon: 'gauge',
    color: 'text-c2',
    score: 64,
  },
  { title: 'Merge two competing guides', where: '/guides/*', icon: 'layers', color: 'text-c4', score: 51 },
]

const actions = [
  'Open the list of pages',
  'Write one title per page, under 60 characters',
  'Publish and mark as done',
]

const at = (i: number) => ({ '--i': i }) as CSSProperties

/** An animated example of the app, in CSS alone. */
export const Showcase = () => (
  <div
    role="img"
    aria-label="Example of the app: opportunities ranked by score, and the steps of the first one being done"
    className="relative pb-36 sm:pb-24"
  >
    <div aria-hidden="true" className="overflow-hidden rounded-xl bg-surface shadow-pop">
      <div className="flex items-center gap-2 border-b border-line px-4 py-3">
        <SiteMark name="Example" />
        <b className="font-semibold">Top opportunities</b>
        <Badge className="ml-auto">Example site</Badge>
      </div>
      <div className="grid grid-cols-3 divide-x divide-line border-b border-line">
        {figures.map((figure, i) => (
          <div key={figure.label} className="px-3 pt-2.5 pb-2 sm:px-4">
            <span className="text-2xs font-medium text-ink-2 sm:text-xs">{figure.label}</span>
            <Sparkline
              data={figure.trend}
              color={i === 0 ? 'var(--color-c1)' : 'var(--color-c-prev)'}
              className="mt-1 h-7 w-full"
            />
          </div>
        ))}
      </div>
      <ol className="divide-y divide-line">
        {rows.map((row, i) => (
          <li
            key={row.title}
            style={at(i)}
            className={cx(
              'show-row grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-3',
              i === 0 && 'bg-accent-soft',
            )}
          >
            <span className="min-w-0">
              <span className="line-clamp-2 font-medium">{row.title}</span>
              <span className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-2">
                <Icon name={row.icon} size={13} className={row.color} />
                {row.where}
              </span>
            </span>
            <span className="text-right">
              <span className="num font-semibold text-good-ink">{row.score}</span>
              <span className="mt-1.5 block h-1 w-20 overflow-hidden rounded-full bg-hover sm:w-28">
                <i
                  className="show-bar ml-auto block h-full rounded-full bg-good/70"
                  style={{ ...at(i), width: `${row.score}%` }}
                />
              </span>
            </span>
          </li>
        ))}
      </ol>
    </div>
    <div
      aria-hidden="true"
      className="show-card absolute right-0 bottom-0 w-[min(19rem,88%)] rounded-xl bg-raised p-4 shadow-pop sm:-right-5"
    >
      <p className="text-xs font-medium text-ink-2">Action steps</p>
      <ol className="mt-2 space-y-2">
        {actions.map((action, i) => (
          <li key={action} className="flex gap-2.5">
            <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-xs border border-line-strong">
              <span
                style={at(i)}
                className={cx(
                  'show-tick flex size-4 shrink-0 items-center justify-center rounded-xs bg-accent text-white',
                  i === 0 && 'first',
                )}
              >
                <Icon name="check" size={12} strokeWidth={2.2} />
              </span>
            </span>
            <span style={at(i)} className="show-struck">
              {action}
            </span>
          </li>
        ))}
      </ol>
    </div>
  </div>
)
