import type { ReactNode } from 'react'
import { cx } from '@/lib/cx'

/** A fact with its label; a long one needs the whole width of a phone. */
export type Fact = { name: string; label: string; value: ReactNode; long: boolean }

/** Facts with their labels, one a line. */
export const EvidenceList = ({ facts, label }: { facts: readonly Fact[]; label?: string }) => (
  <dl aria-label={label} className="mb-4 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-6 gap-y-1.5">
    {facts.map(({ name, label: of, value, long }) => (
      <div key={name} className={cx('contents', long && 'max-sm:col-span-2 max-sm:block')}>
        <dt className="text-ink-3">{of}</dt>
        <dd className="num font-medium wrap-anywhere whitespace-pre-line">{value}</dd>
      </div>
    ))}
  </dl>
)

/** Whether a text needs the whole width of a phone. */
export const isLong = (text: string) => text.length > 24
