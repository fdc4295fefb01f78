/** A scrolling list of checkboxes; the chosen ids are in the order of choosing. */
export const CheckList = ({
  legend,
  options,
  chosen,
  onChange,
}: {
  legend: string
  options: readonly { id: string; name: string; note?: string | undefined }[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) => (
  <fieldset>
    <legend className="mb-1 font-medium">{legend}</legend>
    <ul className="max-h-48 space-y-1 overflow-y-auto rounded-md border border-line p-2">
      {options.map(({ id, name, note }) => (
        <li key={id}>
          <label className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
              className="size-4 shrink-0 accent-accent"
            />
            <span className="truncate">{name}</span>
            {note && <span className="truncate text-xs text-ink-3">{note}</span>}
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
)
