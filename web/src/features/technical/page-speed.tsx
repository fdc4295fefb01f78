import type { TableRowOf } from '@/api/tables'
import { num } from '@/lib/format'
import { judgeScore, type Judgment } from '@/lib/thresholds'
import { vitals } from '@/lib/vitals'
import { ShortList, Subject } from '@/tables/cells'
import { PageText } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
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
    judgedTime('scoreDesktop', 'Desktop Score', judgeScore, num),
    column.number('sessions', 'Visits', {
      hint: 'Sessions that started on this page in the last 28 days.',
      unknown: 'Connect Google Analytics to see this.',
    }),
    column.amount('revenue', 'Monthly Revenue', {
      hint: 'Revenue of sessions that started on this page.',
      unknown: 'No revenue data for this page in Google Analytics.',
    }),
    column.custom(
      'recommendations',
      'Top Fixes',
      ({ url, recommendations }) => (
        <ShortList
          label={`Top fixes for ${url}`}
          items={recommendations}
          none="The test found nothing to fix."
        />
      ),
      { sortable: false },
    ),
  ],
}

function judgedTime(
  name: 'lcpMs' | 'inpMs' | 'cls' | 'scoreMobile' | 'scoreDesktop',
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
