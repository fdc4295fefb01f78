import type { Insight } from '@/api/insights'
import { amountOf, level, valueRange, valueUnknownReason } from '@/lib/insight'

/** What an opportunity is worth, in one line, and the three figures that rank it. */
export function DetailValue({ insight }: { insight: Insight }) {
  const { value } = insight
  return (
    <div className="mt-4 rounded-lg bg-sunken px-3.5 py-2.5">
      <p className="num text-pretty">
        {value ? (
          <>
            <b className="text-lg font-semibold text-good-ink">About {amountOf(value, value.mid)}</b> a month
            {value.low < value.high && <span className="text-ink-2"> · range {valueRange(value)}</span>}
          </>
        ) : (
          <span className="text-ink-2">{valueUnknownReason}</span>
        )}
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-4 text-xs">
        <Figure name="Impact" text={level(insight.impact)} value={insight.impact} />
        <Figure name="Effort" text={level(insight.effort)} value={insight.effort} />
        <Figure name="Confidence" text={`${insight.confidence}%`} />
      </dl>
    </div>
  )
}

const Figure = ({ name, text, value }: { name: string; text: string; value?: number }) => (
  <div className="flex gap-1">
    <dt className="text-ink-3">{name}</dt>
    <dd className="num font-medium">
      {text}
      {value !== undefined && <span className="ml-1 font-normal text-ink-3">{value}</span>}
    </dd>
  </div>
)
