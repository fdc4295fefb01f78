import type { ReactNode } from 'react'
import type { TableRowOf } from '@/api/tables'
import { money, num } from '@/lib/format'
import { judgeScore, type Judgment } from '@/lib/thresholds'
import { vitals } from '@/lib/vitals'
import { Judged, ShortList, Subject } from '@/tables/cells'
import { PageText } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
import { Brief } from './brief'
import { VitalValue } from './vital-value'

type Row = TableRowOf<'/api/technical/pagespeed'>
const column = columnsOf<Row>()

const sources: Record<string, string> = {
  origin: 'Field data for the whole site',
  lab: 'Lab test, no field data',
}

/** The speed of the tested pages by Google's thresholds, and how to improve it. */
export const pageSpeed: TableDefinition<'/api/technical/pagespeed'> = {
  path: '/api/technical/pagespeed',
  title: 'PageSpeed Insights',
  providers: ['pagespeed'],
  rowsName: 'pages',
  sort: '-sessions',
  emptyText: 'No pages tested yet.',
  subject: ({ url }) => ({ kind: 'page', page: url }),
  columns: [
    column.custom('url', 'Page', ({ url, fieldSource }) => (
      <Subject below={sources[fieldSource]}>
        <SubjectLink subject={{ kind: 'page', page: url }}>
          <PageText url={url} />
        </SubjectLink>
      </Subject>
    )),
    ...vitals.map(({ field, label, judge, text, hint, lab }) =>
      judgedTime(field, label, judge, text, hint, lab),
    ),
    judgedTime('scoreMobile', 'Mobile Score', judgeScore, num),
    brief('scoreDesktop', 'Desktop Score', 'Desktop', ({ scoreDesktop: score }) =>
      score === null ? (
        <Unknown reason="No desktop test." />
      ) : (
        <Judged as={judgeScore(score)}>{num(score)}</Judged>
      ),
    ),
    brief(
      'sessions',
      'Visits',
      'Visits',
      ({ sessions }) =>
        sessions === null ? <Unknown reason="Connect Google Analytics to see this." /> : num(sessions),
      'Sessions that started on this page in the last 28 days.',
    ),
    brief(
      'revenue',
      'Monthly Revenue',
      'Revenue',
      ({ revenue, currency }) =>
        revenue === null ? (
          <Unknown reason="No revenue data for this page in Google Analytics." />
        ) : (
          money(revenue, currency ?? 'USD', 0)
        ),
      'Revenue of sessions that started on this page.',
    ),
    column.custom(
      'recommendations',
      'Top Fixes',
      ({ url, recommendations }) => (
        <span className="brief joined block text-xs text-ink-2">
          <ShortList
            label={`Top fixes for ${url}`}
            items={recommendations}
            none="The test found nothing to fix."
          />
        </span>
      ),
      { sortable: false },
    ),
  ],
}

/** A figure that stands in one line with others where rows are cards. */
function brief(
  name: 'scoreDesktop' | 'sessions' | 'revenue',
  label: string,
  short: string,
  cell: (row: Row) => ReactNode,
  hint?: string,
) {
  return column.custom(name, label, (row) => <Brief label={short}>{cell(row)}</Brief>, {
    align: 'right',
    ...(hint && { hint }),
  })
}

function judgedTime(
  name: 'lcpMs' | 'inpMs' | 'cls' | 'scoreMobile',
  label: string,
  judge: (value: number) => Judgment,
  text: (value: number) => string,
  hint?: string,
  lab?: 'labLcpMs' | 'labCls',
) {
  return column.custom(
    name,
    label,
    (row) => {
      const value = row[name]
      if (value === null) return <Unknown reason="No field or lab data." />
      const tested = lab && row.fieldSource !== 'lab' ? row[lab] : null
      return <VitalValue value={value} lab={tested} judge={judge} text={text} />
    },
    { align: 'right', ...(hint && { hint }) },
  )
}
