import type { TableRowOf } from '@/api/tables'
import { hundredths, num, upToThousandths } from '@/lib/format'
import { judgeCLS, judgeLCP, judgeScore, type Judgement } from '@/lib/thresholds'
import { Judged, PageLink, ShortList, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { Unknown } from '@/tables/unknown'

type Row = TableRowOf<'/api/technical/pagespeed'>
const column = columnsOf<Row>()

const sources: Record<string, string> = {
  origin: 'Field data for the whole site',
  lab: 'Lab test, no field data',
}

/** The speed of the tested pages, and how to improve it. */
export const pageSpeed: TableDefinition<'/api/technical/pagespeed'> = {
  path: '/api/technical/pagespeed',
  title: 'PageSpeed Insights',
  providers: ['pagespeed'],
  rowsName: 'pages',
  sort: '-revenue',
  emptyText: 'No pages tested yet.',
  columns: [
    column.custom('url', 'Page', ({ url, fieldSource }) => (
      <Subject below={sources[fieldSource]}>
        <PageLink url={url} />
      </Subject>
    )),
    judgedTime(
      'lcpMs',
      'LCP',
      judgeLCP,
      (ms) => `${hundredths(ms / 1000)} s`,
      'Largest Contentful Paint: time until the main content appears.',
    ),
    judgedTime(
      'cls',
      'CLS',
      judgeCLS,
      upToThousandths,
      'Cumulative Layout Shift: how much the layout moves while loading.',
    ),
    judgedTime('scoreMobile', 'Mobile Score', judgeScore, num),
    judgedTime('scoreDesktop', 'Desktop Score', judgeScore, num),
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
  name: 'lcpMs' | 'cls' | 'scoreMobile' | 'scoreDesktop',
  label: string,
  judge: (value: number) => Judgement,
  text: (value: number) => string,
  hint?: string,
) {
  return column.custom(
    name,
    label,
    ({ [name]: value }) =>
      value === null ? (
        <Unknown reason="No field or lab data." />
      ) : (
        <Judged as={judge(value)}>{text(value)}</Judged>
      ),
    { align: 'right', ...(hint && { hint }) },
  )
}
