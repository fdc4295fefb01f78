import type { Insight } from '@/api/insights'
import type { Site } from '@/api/sites'
import { csv } from '@/lib/csv'
import { entityName, statusLabel } from '@/lib/insight'

const header = [
  'Opportunity',
  'Type',
  'Site',
  'Where',
  'Value a month (low)',
  'Value a month',
  'Value a month (high)',
  'Unit',
  'Effort',
  'Confidence %',
  'Score',
  'Status',
  'Owner',
  'Found',
  'Steps',
  'Link',
]

/** Opportunities as a CSV file, in the order of the screen. An unknown value is an empty cell. */
export const opportunitiesCsv = (
  insights: readonly Insight[],
  sites: readonly Site[],
  titleOf: (type: string) => string,
) => csv([header, ...insights.map((insight) => rowOf(insight, sites, titleOf(insight.type)))])

function rowOf(insight: Insight, sites: readonly Site[], type: string) {
  const { value } = insight
  const amounts = value
    ? [value.low, value.mid, value.high].map((n) => String(Math.round(n * 100) / 100))
    : ['', '', '']
  return [
    insight.title,
    type,
    sites.find(({ id }) => id === insight.siteId)?.domain ?? '',
    entityName(insight) ?? '',
    ...amounts,
    value ? (value.unit === 'currency' ? (value.currency ?? '') : value.unit) : '',
    String(insight.effort),
    String(insight.confidence),
    String(insight.score),
    statusLabel(insight.status),
    insight.assignee,
    insight.createdAt.slice(0, 10),
    insight.instructions,
    `${location.origin}/opportunities?scope=all&status=all&o=${insight.id}`,
  ]
}
