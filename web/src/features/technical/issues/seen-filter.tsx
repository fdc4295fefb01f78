import type { IssueCount } from '@/api/technical'
import { Segmented } from '@/ui/forms/segmented'
import { comparisonOptions, type Comparison } from './comparison'

/** Filters by what became of the issues since the previous crawl. */
export const SeenFilter = ({
  counts,
  value,
  onChange,
}: {
  counts: IssueCount[]
  value: string
  onChange: (value: Comparison) => void
}) => (
  <div className="border-b border-line px-4 py-3">
    <Segmented
      label="Compared with the previous crawl"
      value={value}
      options={comparisonOptions(counts)}
      onChange={onChange}
    />
  </div>
)
