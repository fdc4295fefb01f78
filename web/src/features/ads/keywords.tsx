import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { RowMenu } from '@/ui/list/list-menu'
import { changedBid, offer } from './editor-file'
import { inGroup, Quality } from './keyword-cells'
import { keywordOf } from './subjects'

type Row = TableRowOf<'/api/ads/keywords'>
const column = columnsOf<Row>()

/** Keywords with the bid that would reach the target CPA. */
export const keywords: TableDefinition<'/api/ads/keywords'> = {
  path: '/api/ads/keywords',
  title: 'Keywords',
  providers: ['gads'],
  rowsName: 'keywords',
  sort: '-spend',
  days: 28,
  emptyText: 'No keyword had spend in this period.',
  subject: keywordOf,
  columns: [
    column.custom('keyword', 'Keyword', (row) => (
      <Subject below={inGroup(row)}>
        <SubjectLink subject={keywordOf(row)}>{row.keyword}</SubjectLink>
      </Subject>
    )),
    column.amount('spend', 'Spend'),
    column.number('conversions', 'Conversions'),
    column.amount('cpa', 'CPA', {
      digits: 2,
      hint: 'Cost per conversion.',
      unknown: 'No conversions.',
    }),
    column.amount('avgCpc', 'Avg. CPC', { digits: 2, under: 'spend', unknown: 'No clicks.' }),
    column.amount('bid', 'Bid', {
      digits: 2,
      under: 'bidToTarget',
      unknown: 'Set by the ad group or by Google.',
    }),
    column.amount('bidToTarget', 'Bid for target CPA', {
      digits: 2,
      change: 'bidChange',
      goodWhen: 'none',
      hint: 'Bid that meets your target CPA: expected conversion rate × target CPA.',
      unknown: 'Not calculated for brand terms or keywords without conversions.',
    }),
    column.custom('qualityScore', 'Quality score', ({ qualityScore }) => <Quality score={qualityScore} />, {
      align: 'right',
    }),
  ],
  actions: ({ bidToTarget, ...row }) =>
    bidToTarget !== null && (
      <RowMenu
        label={`Actions for ${row.keyword}`}
        items={[
          {
            label: 'Bid for target CPA',
            icon: 'target',
            onSelect: () =>
              offer(
                'Bid file ready',
                `“${row.keyword}” gets the bid for your target CPA.`,
                changedBid(row, bidToTarget),
              ),
          },
        ]}
      />
    ),
}
