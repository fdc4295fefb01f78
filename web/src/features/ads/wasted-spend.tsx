import type { TableRowOf } from '@/api/tables'
import { LevelBadge, Sentence, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { Unknown } from '@/tables/unknown'
import { CampaignMenu } from './campaign-menu'

type Row = TableRowOf<'/api/ads/wasted-spend'>
const column = columnsOf<Row>()

/** Campaigns that cost more than their conversions are worth. */
export const wastedSpend: TableDefinition<'/api/ads/wasted-spend'> = {
  path: '/api/ads/wasted-spend',
  title: 'Wasted Spend',
  providers: ['gads'],
  rowsName: 'campaigns',
  sort: '-severity',
  days: 28,
  emptyText: 'No wasted spend found in this period.',
  columns: [
    column.custom('campaign', 'Campaign', ({ campaign }) => <Subject>{campaign}</Subject>),
    column.amount('spend7d', 'Spend (7d)', { hint: 'Last 7 days of the period.' }),
    column.amount('spend', 'Spend', { hint: 'Whole period.' }),
    column.number('conversions', 'Conversions'),
    column.amount('avgCpc', 'Avg CPC', { digits: 2, unknown: 'No clicks.' }),
    column.custom('severity', 'Severity', ({ severity }) =>
      severity === null ? (
        <Unknown reason="The account has no conversions to compare against." />
      ) : (
        <LevelBadge level={severity} kind="risk" />
      ),
    ),
    column.custom(
      'recommendedAction',
      'Recommended Action',
      ({ recommendedAction }) => <Sentence>{recommendedAction}</Sentence>,
      { sortable: false },
    ),
  ],
  actions: (campaign) => <CampaignMenu campaign={campaign} />,
}
