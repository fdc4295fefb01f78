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
  emptyText: 'Every campaign is worth what it costs in these days.',
  columns: [
    column.custom('campaign', 'Campaign', ({ campaign }) => <Subject>{campaign}</Subject>),
    column.amount('spend7d', 'Spend (7d)', { hint: 'Of the last 7 of these days.' }),
    column.amount('spend', 'Spend', { hint: 'Of all of these days.' }),
    column.number('conversions', 'Conversions'),
    column.amount('avgCpc', 'Avg CPC', { digits: 2, unknown: 'Nobody clicked.' }),
    column.custom('severity', 'Severity', ({ severity }) =>
      severity === null ? (
        <Unknown reason="The account has no conversions to compare with." />
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
