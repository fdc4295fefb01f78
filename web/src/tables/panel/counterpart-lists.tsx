import type { Counterparts, Drilldown } from '@/api/drilldown'
import { money, num, percent, share, tenths } from '@/lib/format'
import type { Subject } from '@/lib/subject'
import { Delta } from '@/ui/badges/delta'
import { SheetSection } from '@/ui/overlays/sheet'
import { PageText } from '@/ui/page-link'
import { ShowMore } from './show-more'
import { SubjectLink } from './subject-link'

type Counterpart = Counterparts['rows'][number]

const titles: Record<Counterparts['kind'], string> = {
  pages: 'Pages',
  queries: 'Queries',
  ad_groups: 'Ad groups',
  keywords: 'Keywords',
  search_terms: 'Search terms',
}

/** The pages of a query, the queries of a page, the parts of a campaign: each opens in the same panel. */
export const CounterpartLists = ({ subject, drilldown }: { subject: Subject; drilldown: Drilldown }) =>
  drilldown.counterparts.map((part) => (
    <SheetSection
      key={part.kind}
      title={subject.kind === 'keyword' ? 'Search terms of its ad group' : titles[part.kind]}
      {...(part.total > 0 && {
        aside:
          part.total > part.rows.length
            ? `Top ${num(part.rows.length)} of ${num(part.total)}`
            : num(part.total),
      })}
    >
      {part.rows.length === 0 ? (
        <p className="text-ink-2">{hidden(part)}</p>
      ) : (
        <ShowMore
          label={titles[part.kind]}
          items={part.rows}
          keyOf={(row) => [row.campaignId, row.adGroupId, row.criterionId, row.name].join(' ')}
          renderItem={(row) => <CounterpartItem kind={part.kind} row={row} />}
        />
      )}
      {part.coverage !== null && part.rows.length > 0 && part.coverage < 99.5 && (
        <p className="mt-3 text-xs text-pretty text-ink-3">{coverageText(part)}</p>
      )}
    </SheetSection>
  ))

const isSearch = (kind: Counterparts['kind']) => kind === 'pages' || kind === 'queries'

/** Why there are none: Google leaves out what few people searched for. */
const hidden = ({ kind }: Counterparts) =>
  isSearch(kind) || kind === 'search_terms'
    ? `Google reported no ${titles[kind].toLowerCase()} for this period.`
    : 'None had clicks in this period.'

const coverageText = ({ kind, coverage }: Counterparts) =>
  `These ${titles[kind].toLowerCase()} explain ${share((coverage ?? 0) / 100)} of its ${isSearch(kind) ? 'clicks' : 'spend'}. ${isSearch(kind) || kind === 'search_terms' ? 'Google hides the rest.' : ''}`

function CounterpartItem({ kind, row }: { kind: Counterparts['kind']; row: Counterpart }) {
  const name = kind === 'pages' ? <PageText url={row.name} /> : row.name
  return (
    <div className="flex items-baseline justify-between gap-4">
      <span className="min-w-0">
        <SubjectLink subject={subjectIn(kind, row)}>{name}</SubjectLink>
        {row.within && <span className="block text-xs wrap-anywhere text-ink-3">{row.within}</span>}
      </span>
      <span className="num shrink-0 text-right">
        {isSearch(kind) ? <SearchFigures row={row} /> : <AdFigures row={row} />}
      </span>
    </div>
  )
}

const SearchFigures = ({ row }: { row: Counterpart }) => (
  <>
    <span className="block whitespace-nowrap">
      {num(row.clicks)} clicks {change(row.clicksChange)}
    </span>
    <span className="block text-xs whitespace-nowrap text-ink-3">
      {num(row.impressions ?? 0)} impressions
      {typeof row.ctr === 'number' && ` · ${percent(row.ctr / 100)}`}
      {typeof row.position === 'number' && ` · #${tenths(row.position)}`}
    </span>
  </>
)

function AdFigures({ row }: { row: Counterpart }) {
  const currency = row.currency || 'USD'
  const conversions = row.conversions ?? 0
  return (
    <>
      <span className="block whitespace-nowrap">
        {money(row.spend ?? 0, currency, 2)} {change(row.spendChange, 'none')}
      </span>
      <span className="block text-xs whitespace-nowrap text-ink-3">
        {conversions > 0 && typeof row.cpa === 'number'
          ? `${num(conversions)} conv. at ${money(row.cpa, currency, 2)}`
          : 'No conversions'}
        {typeof row.avgCpc === 'number' && ` · CPC ${money(row.avgCpc, currency, 2)} `}
        {change(row.avgCpcChange, 'down')}
      </span>
    </>
  )
}

const change = (points: number | null | undefined, goodWhen: 'up' | 'down' | 'none' = 'up') =>
  typeof points === 'number' && <Delta value={points / 100} goodWhen={goodWhen} />

function subjectIn(kind: Counterparts['kind'], row: Counterpart): Subject {
  const { name, campaignId = '', adGroupId = '', criterionId = '' } = row
  switch (kind) {
    case 'pages':
      return { kind: 'page', page: name }
    case 'queries':
      return { kind: 'query', query: name }
    case 'ad_groups':
      return { kind: 'ad-group', campaignId, adGroupId }
    case 'keywords':
      return { kind: 'keyword', campaignId, adGroupId, criterionId }
    default:
      return { kind: 'search-term', campaignId, adGroupId, term: name }
  }
}
