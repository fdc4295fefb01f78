import type { TableRowOf } from '@/api/tables'
import { Subject } from '@/tables/cells'
import { PageLink } from '@/ui/page-link'
import { columnsOf } from '@/tables/columns'
import type { TableDefinition } from '@/tables/definition'

type Row = TableRowOf<'/api/seo/ai-assistants'>
const column = columnsOf<Row>()

/** Visits that AI assistants send, by landing page. */
export const aiAssistants: TableDefinition<'/api/seo/ai-assistants'> = {
  path: '/api/seo/ai-assistants',
  title: 'AI assistants',
  providers: ['ga4'],
  rowsName: 'landing pages',
  sort: '-sessions',
  days: 28,
  compare: 'optional',
  emptyText: 'No visits from ChatGPT, Perplexity, Copilot, Gemini or Claude in this period.',
  columns: [
    column.custom('url', 'Landing page', ({ url }) => (
      <Subject>{url === null ? 'Unknown landing page' : <PageLink url={url} />}</Subject>
    )),
    column.custom('assistant', 'Assistant', ({ assistant }) => assistant),
    column.number('sessions', 'Sessions', { change: 'sessionsChange' }),
    column.number('engagedSessions', 'Engaged', { hint: 'Sessions of 10 seconds, a conversion or two pages.' }),
    column.number('conversions', 'Conversions'),
    column.share('conversionRate', 'Conv. rate'),
    column.amount('revenue', 'Revenue', { unknown: 'Revenue in several currencies has no sum.' }),
  ],
}
