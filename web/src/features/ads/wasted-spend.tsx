import type { TableRowOf } from '@/api/tables'
import type { Subject as Opened } from '@/lib/subject'
import { LevelBadge, Subject, Verdict } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
import { CampaignMenu } from './campaign-menu'

type Row = TableRowOf<'/api/ads/wasted-spend'>
const column = columnsOf<Row>()

const kinds: Record<Row['kind'], string> = {
  campaign: 'Campaign',
  ad_group: 'Ad group',
  search_term: 'Search term',
  ngram: 'Search terms with this word',
}

/** What the panel of a row looks into; words stand for several search terms and have no panel. */
function openedBy({ kind, name, campaignId, adGroupId }: Row): Opened | null {
  const within = campaignId === '0' ? '' : campaignId
  switch (kind) {
    case 'campaign':
      return { kind, campaignId }
    case 'ad_group':
      return { kind: 'ad-group', campaignId, adGroupId }
    case 'search_term':
      return { kind: 'search-term', campaignId: within, adGroupId: '', term: name }
    default:
      return null
  }
}

const Name = ({ row }: { row: Row }) => {
  const opened = openedBy(row)
  const name = row.kind === 'ngram' ? `“${row.name}”` : row.name
  const place = row.kind === 'campaign' ? '' : ` · ${row.campaign || 'Several campaigns'}`
  return (
    <Subject below={`${kinds[row.kind]}${place}`}>
      {opened ? <SubjectLink subject={opened}>{name}</SubjectLink> : name}
    </Subject>
  )
}

/** What open opportunities call waste, and on request campaigns above the target CPA. */
export const wastedSpend: TableDefinition<'/api/ads/wasted-spend'> = {
  path: '/api/ads/wasted-spend',
  title: 'Wasted Spend',
  providers: ['gads'],
  rowsName: 'campaigns and terms',
  sort: '-spend',
  days: 28,
  actionable: true,
  totalLabel: 'Total with an opportunity',
  emptyText: 'No wasted spend found in this period. “All rows” shows campaigns above the target CPA.',
  subject: openedBy,
  columns: [
    column.custom('name', 'Campaign or term', (row) => <Name row={row} />),
    column.amount('spend', 'Spend', { hint: 'Whole period.' }),
    column.share('spendShare', 'Share', { hint: 'Share of total ad spend.' }),
    column.number('conversions', 'Conversions'),
    column.amount('cpa', 'CPA', { digits: 2, hint: 'Cost per conversion.', unknown: 'No conversions.' }),
    column.amount('targetCpa', 'Target CPA', {
      digits: 2,
      hint: 'Your target, or the account average.',
      unknown: 'The account has no conversions.',
    }),
    column.amount('avgCpc', 'Avg. CPC', { digits: 2, unknown: 'No clicks.' }),
    column.custom('severity', 'Severity', ({ severity }) =>
      severity === null ? (
        <Unknown reason="The account has no conversions to compare against." />
      ) : (
        <LevelBadge level={severity} kind="risk" />
      ),
    ),
    column.custom(
      'recommendedAction',
      'Recommended action',
      ({ recommendedAction, insightId, insightTitle }) => (
        <Verdict action={recommendedAction} id={insightId} title={insightTitle} />
      ),
      { sortable: false },
    ),
  ],
  actions: (row) => row.kind === 'campaign' && <CampaignMenu campaign={row} />,
}
