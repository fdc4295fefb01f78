import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { MenuAction, RowMenu } from '@/ui/overlays/menu'
import { changedBid, offer } from './editor-file'
import { inGroup, Quality } from './keyword-cells'

type Row = TableRowOf<'/api/ads/keywords'>
const column = columnsOf<Row>()

/** Keywords with the bid that would reach the target CPA. */
export const keywords: TableDefinition<'/api/ads/keywords'> = {
  path: '/api/ads/keywords',
  title: 'Keywords',
  providers: ['gads'],
  rowsName: 'keywords and campaigns',
  sort: '-spend',
  days: 28,
  emptyText: 'No keyword was paid for in these days.',
  columns: [
    column.custom('keyword', 'Keyword', (row) => <Subject below={inGroup(row)}>{row.keyword}</Subject>),
    column.amount('spend', 'Spend'),
    column.number('conversions', 'Conversions'),
    column.amount('cpa', 'CPA', {
      digits: 2,
      hint: 'What a conversion costs.',
      unknown: 'Nothing was converted.',
    }),
    column.amount('avgCpc', 'Avg CPC', { digits: 2, unknown: 'Nobody clicked.' }),
    column.amount('bid', 'Bid', { digits: 2, unknown: 'Its ad group or Google sets the bid.' }),
    column.amount('bidToTarget', 'Bid to Target', {
      digits: 2,
      change: 'bidChange',
      goodWhen: 'none',
      hint: 'The bid at which a conversion costs the target: expected conversion rate × target CPA.',
      unknown: 'It names your brand, or nothing was converted.',
    }),
    column.custom('qualityScore', 'Quality Score', ({ qualityScore }) => <Quality score={qualityScore} />, {
      align: 'right',
    }),
  ],
  actions: ({ bidToTarget, ...row }) =>
    bidToTarget !== null && (
      <RowMenu label={`Actions for ${row.keyword}`}>
        <MenuAction
          icon="target"
          onSelect={() =>
            offer('Bid Set', `“${row.keyword}” bids for the target.`, changedBid(row, bidToTarget))
          }
        >
          Bid to Target
        </MenuAction>
      </RowMenu>
    ),
}
