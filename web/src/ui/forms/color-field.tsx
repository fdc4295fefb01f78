import { TextField } from './field'

/** A color as six digits, typed or picked. */
export const ColorField = ({
  value,
  placeholder = '#3b5bdb',
  error,
  onChange,
}: {
  value: string
  placeholder?: string
  error?: string | undefined
  onChange: (color: string) => void
}) => (
  <div className="flex items-end gap-2">
    <TextField
      label="Color"
      name="color"
      autoComplete="off"
      placeholder={placeholder}
      className="flex-1"
      value={value}
      error={error}
      onChange={onChange}
    />
    <input
      type="color"
      aria-label="Choose the color"
      value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#3a5be0'}
      onChange={(event) => onChange(event.target.value)}
      className="h-8 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong/80 bg-surface p-1 pointer-coarse:h-11"
    />
  </div>
)
