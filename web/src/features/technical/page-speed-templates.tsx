import { Link } from 'wouter'
import type { TableRowOf } from '@/api/tables'
import { num, percent } from '@/lib/format'
import { useUrlState } from '@/lib/use-url-state'
import { vitals, type Vital } from '@/lib/vitals'
import { ShortList, Subject } from '@/tables/cells'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'
import { SubjectLink } from '@/tables/panel/subject-link'
import { Unknown } from '@/tables/unknown'
import { tableDefaults } from '@/tables/use-table-view'
import { PageText } from '@/ui/page-link'
import { Brief } from './brief'
import { VitalValue } from './vital-value'

type Row = TableRowOf<'/api/technical/pagespeed-templates'>
const column = columnsOf<Row>()

/** What the address says of the tab: its pages, or their templates. */
export const speedDefaults = { by: 'pages', ...tableDefaults }

/** A template, which opens its pages. */
function Template({ row: { template } }: { row: Row }) {
  const [, , addressWith] = useUrlState(speedDefaults)
  return (
    <Subject>
      <Link
        href={addressWith({ ...speedDefaults, q: template })}
        className="hit text-left font-medium wrap-anywhere hover:underline"
      >
        {template}
      </Link>
    </Subject>
  )
}

/** The speed of the tested pages by template. */
export const pageSpeedTemplates: TableDefinition<'/api/technical/pagespeed-templates'> = {
  path: '/api/technical/pagespeed-templates',
  title: 'Templates',
  providers: ['pagespeed'],
  rowsName: 'templates',
  sort: '-pages',
  emptyText: 'No pages tested yet.',
  columns: [
    column.custom('template', 'Template', (row) => <Template row={row} />),
    column.custom('pages', 'Pages tested', ({ pages }) => <Brief label="Pages">{num(pages)}</Brief>, {
      align: 'right',
    }),
    ...vitals.map((vital) =>
      column.custom(vital.field, `Median ${vital.label}`, (row) => <Median row={row} vital={vital} />, {
        align: 'right',
        hint: `${vital.hint} Below: the shares of good and poor pages.`,
      }),
    ),
    column.custom(
      'fieldPages',
      'With field data',
      ({ fieldPages }) => <Brief label="Field data">{num(fieldPages)}</Brief>,
      {
        align: 'right',
        under: 'pages',
        hint: 'Pages with enough real visits of their own. Others show those of the whole site, else the lab test.',
      },
    ),
    column.custom(
      'worstPage',
      'Worst page',
      ({ worstPage }) =>
        worstPage ? (
          <Brief label="Worst">
            <Subject>
              <SubjectLink subject={{ kind: 'page', page: worstPage }}>
                <PageText url={worstPage} />
              </SubjectLink>
            </Subject>
          </Brief>
        ) : null,
      { wide: true },
    ),
    column.custom(
      'fixes',
      'Most common fixes',
      ({ template, fixes }) => (
        <span className="brief joined block text-xs text-ink-2">
          <ShortList label={`Fixes for ${template}`} items={fixes} none="The tests found nothing to fix." />
        </span>
      ),
      { sortable: false },
    ),
  ],
  subject: ({ worstPage }) => ({ kind: 'page', page: worstPage }),
}

/** The median of a vital with that of the lab, and the shares of its good and poor pages. */
function Median({ row, vital: { name, field, lab, judge, text } }: { row: Row; vital: Vital }) {
  const value = row[field]
  const tested = lab ? row[lab] : null
  const shares = [
    [row[`${name}Good`], 'good'],
    [row[`${name}Poor`], 'poor'],
  ] as const
  if (value === null) return <Unknown reason="No field or lab data." />
  return (
    <VitalValue value={value} lab={tested} judge={judge} text={text}>
      <span className="block text-xs text-ink-3 @2xl:whitespace-nowrap">
        {shares
          .filter(([share]) => share !== null && share > 0 && share < 100)
          .map(([share, label]) => `${percent(share! / 100, 0)}\u00A0${label}`)
          .join(', ')}
      </span>
    </VitalValue>
  )
}
