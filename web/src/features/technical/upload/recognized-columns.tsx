import type { ReactNode } from 'react'
import type { RecognizedTab } from '@/api/technical'
import { num } from '@/lib/format'
import { Icon } from '@/ui/icons'

/** The columns of a table: missing ones with their effect, used ones and unknown ones. */
export function RecognizedColumns({ tab }: { tab: RecognizedTab }) {
  return (
    <div className="space-y-1 px-3.5 py-3">
      {tab.missing.length > 0 && (
        <div className="pb-2">
          <h5 className="font-medium">What more columns would reveal</h5>
          <dl className="mt-1 space-y-1">
            {tab.missing.map((column) => (
              <div key={column.field} className="flex flex-wrap gap-x-2">
                <dt className="text-ink-2">{column.label}</dt>
                <dd className="min-w-0 text-pretty text-ink-3">{column.cost}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      <Fold title={`${columns(tab.columns.length)} used`}>
        <ul className="grid gap-x-4 gap-y-1 @md:grid-cols-2">
          {tab.columns.map((column) => (
            <li key={column.header} className="min-w-0 wrap-anywhere">
              {column.header}
              {column.label !== column.header && <span className="text-ink-3"> as {column.label}</span>}
            </li>
          ))}
        </ul>
      </Fold>
      {tab.unknown.length > 0 && (
        <Fold title={`${columns(tab.unknown.length)} not used`}>
          <p className="wrap-anywhere text-ink-2">{tab.unknown.join(', ')}</p>
        </Fold>
      )}
    </div>
  )
}

const columns = (n: number) => `${num(n)} ${n === 1 ? 'column' : 'columns'}`

const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group">
    <summary className="hit flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-1.5 text-ink-2 hover:text-ink">
      <Icon name="right" size={14} className="text-ink-3 transition-transform group-open:rotate-90" />
      {title}
    </summary>
    <div className="pt-1 pb-2 pl-4.5 text-xs">{children}</div>
  </details>
)
