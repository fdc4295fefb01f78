import { buttonClass } from '@/ui/button'
import { Checkbox } from '@/ui/forms/checkbox'
import { Icon } from '@/ui/icons'
import { Popover } from '@/ui/overlays/popover'

type ColumnsMenuProps = {
  columns: readonly { id: string; label: string }[]
  shown: ReadonlySet<string>
  onChange: (shown: string[]) => void
}

/** Chooses the columns of a list; one always stays. */
export const ColumnsMenu = ({ columns, shown, onChange }: ColumnsMenuProps) => (
  <Popover
    floating
    title="Columns"
    buttonClassName={buttonClass('secondary', 'sm')}
    button={
      <>
        <Icon name="settings" className="-ml-0.5 opacity-80" />
        <span className="sr-only @xl:not-sr-only">Columns</span>
      </>
    }
  >
    <ul className="max-h-80 overflow-y-auto p-1">
      {columns.map(({ id, label }) => (
        <li key={id}>
          <Checkbox
            checked={shown.has(id)}
            disabled={shown.has(id) && shown.size === 1}
            onChange={(on) =>
              onChange(columns.map((column) => column.id).filter((c) => (c === id ? on : shown.has(c))))
            }
            className="rounded-sm"
          >
            {label}
          </Checkbox>
        </li>
      ))}
    </ul>
  </Popover>
)
