import type { TableRowOf } from '@/api/tables'
import { LevelBadge, Sentence, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
import { RowMenu } from '@/ui/list/list-menu'
import { offer, reducedBid } from './editor-file'
import { inGroup, Quality } from './keyword-cells'
import { keywordOf } from './subjects'

type Row = TableRowOf<'/api/ads/rising-cpc'>
const column = columnsOf<Row>()

/** Keywords with a rising CPC. */
export const risingCPC: TableDefinition<'/api/ads/rising-cpc'> = {
  path: '/api/ads/rising-cpc',
  title: 'Rising CPC',
  providers: ['gads'],
  rowsName: 'keywords',
  sort: '-extraSpend',
  days: 28,
  compare: 'always',
  actionable: true,
  emptyText: 'No keyword’s CPC rose beyond normal variation. “All rows” shows every rise.',
  subject: keywordOf,
  columns: [
    column.custom('keyword', 'Keyword', (row) => (
      <Subject below={inGroup(row)}>
        <SubjectLink subject={keywordOf(row)}>{row.keyword}</SubjectLink>
      </Subject>
    )),
    column.amount('currentCpc', 'Current CPC', { digits: 2, change: 'rise', goodWhen: 'down' }),
    column.amount('previousCpc', 'Previous CPC', { digits: 2 }),
    column.amount('extraSpend', 'Extra spend', { hint: 'Clicks × rise in CPC.' }),
    column.custom('competition', 'Competition', ({ competition }) =>
      competition === null ? (
        <Unknown reason="Semrush has no competition data for this keyword." />
      ) : (
        <LevelBadge level={competition} kind="risk" />
      ),
    ),
    column.custom('qualityScore', 'Quality score', ({ qualityScore }) => <Quality score={qualityScore} />, {
      align: 'right',
    }),
    column.custom('action', 'Action', ({ action }) => <Sentence>{action}</Sentence>, { sortable: false }),
  ],
  actions: (row) => (
    <RowMenu
      label={`Actions for ${row.keyword}`}
      items={[
        {
          label: 'Reduce Bids',
          icon: 'trending-down',
          onSelect: () => offer('Bids Reduced', `“${row.keyword}” by 30%.`, reducedBid(row)),
        },
      ]}
    />
  ),
}
