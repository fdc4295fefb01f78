import type { Schemas } from '@/api/core/client'
import { joinAnd } from '@/lib/format'
import { amountOf } from '@/lib/insight'

/** "Expected: about €7,900 a month, up to €18,000 if every fix works"; one amount per unit. */
export const TotalText = ({ sum: { expected, values } }: { sum: Schemas['InsightTotal'] }) => (
  <>
    Expected: about{' '}
    <b className="font-semibold text-good-ink">
      {joinAnd(expected.map((value) => amountOf(value, value.mid)))}
    </b>{' '}
    a month, up to {joinAnd(values.map((value) => amountOf(value, value.mid)))} if every fix works
  </>
)
