import type { ReactNode } from 'react'
import type { Judgment } from '@/lib/thresholds'
import { Judged } from '@/tables/cells'

type VitalValueProps = {
  value: number
  /** The lab's, below; null for none. */
  lab: number | null
  judge: (value: number) => Judgment
  text: (value: number) => string
  /** More about the value, above that of the lab. */
  children?: ReactNode
}

/** A Core Web Vital and that of the lab, as Google's thresholds judge them. */
export const VitalValue = ({ value, lab, judge, text, children }: VitalValueProps) => (
  <span className="block">
    <Judged as={judge(value)}>{text(value)}</Judged>
    {children}
    {lab !== null && (
      <span className="block text-xs whitespace-nowrap text-ink-3">
        Lab <Judged as={judge(lab)}>{text(lab)}</Judged>
      </span>
    )}
  </span>
)
