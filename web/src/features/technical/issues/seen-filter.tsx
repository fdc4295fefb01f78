import type { IssueCount } from '@/api/crawls/issues'
import { Segmented } from '@/ui/forms/segmented'
import { comparisonOptions, type Comparison } from './comparison'

/** Filters by what became of the issues since the other crawl. */
export const SeenFilter = ({
  label,
  counts,
  value,
  onChange,
}: {
  label: string
  counts: IssueCount[]
  value: string
  onChange: (value: Comparison) => void
}) => <Segmented label={label} value={value} options={comparisonOptions(counts)} onChange={onChange} />
