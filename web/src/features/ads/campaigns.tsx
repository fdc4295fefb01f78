import { Link } from 'wouter'
import type { TableRowOf } from '@/api/tables'
import { humanize, percent } from '@/lib/format'
import type { Subject as Opened } from '@/lib/subject'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { CampaignMenu } from './campaign-menu'

type Row = TableRowOf<'/api/ads/campaigns'>
const column = columnsOf<Row>()

const campaignOf = ({ campaignId }: Row): Opened => ({ kind: 'campaign', campaignId })

/** Kinds of campaigns that Google writes as names. */
const productNames: Record<string, string> = {
  performance_max: 'Performance Max',
  demand_gen: 'Demand Gen',
}

const Campaign = ({ row }: { row: Row }) => (
  <Subject
    below={
      <>
        {productNames[row.channelType] ?? humanize(row.channelType)}
        {row.status !== 'enabled' && ` · ${humanize(row.status)}`}
        {row.spendShare !== null && ` · ${percent(row.spendShare / 100)} of spend`}
        {row.insightId !== null && (
          <Link href={`/opportunities?o=${row.insightId}`} className="block text-accent-ink hover:underline">
            {row.insightTitle}
          </Link>
        )}
      </>
    }
  >
    <SubjectLink subject={campaignOf(row)}>{row.campaign}</SubjectLink>
  </Subject>
)

/** Every campaign with spend or impressions. */
export const campaigns: TableDefinition<'/api/ads/campaigns'> = {
  path: '/api/ads/campaigns',
  title: 'Campaigns',
  providers: ['gads'],
  rowsName: 'campaigns',
  sort: '-spend',
  days: 28,
  compare: 'optional',
  totalLabel: 'Total',
  emptyText: 'No campaign had spend or impressions in this period.',
  subject: campaignOf,
  columns: [
    column.custom('campaign', 'Campaign', (row) => <Campaign row={row} />),
    column.amount('spend', 'Spend', { change: 'spendChange', goodWhen: 'none' }),
    column.number('impressions', 'Impressions'),
    column.number('clicks', 'Clicks', { change: 'clicksChange' }),
    column.share('ctr', 'CTR', { under: 'clicks', unknown: 'No impressions.' }),
    column.amount('avgCpc', 'Avg. CPC', { digits: 2, under: 'spend', unknown: 'No clicks.' }),
    column.number('conversions', 'Conversions', { change: 'conversionsChange' }),
    column.share('conversionRate', 'Conv. rate', { under: 'conversions', unknown: 'No clicks.' }),
    column.amount('cpa', 'CPA', {
      digits: 2,
      change: 'cpaChange',
      goodWhen: 'down',
      hint: 'Cost per conversion.',
      unknown: 'No conversions.',
    }),
    column.amount('targetCpa', 'Target CPA', {
      digits: 2,
      under: 'cpa',
      hint: 'Your target, or the account average.',
      unknown: 'The account has no conversions.',
    }),
    column.amount('conversionValue', 'Conv. value', { under: 'roas' }),
    column.number('roas', 'ROAS', {
      digits: 1,
      change: 'roasChange',
      hint: 'Conversion value divided by ad spend.',
      unknown: 'No spend.',
    }),
  ],
  actions: (row) => row.insightId !== null && row.status === 'enabled' && <CampaignMenu campaign={row} />,
}
