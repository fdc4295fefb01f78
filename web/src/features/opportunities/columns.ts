/** The columns that can be hidden, in order. */
export const columns = [
  { id: 'type', label: 'Type' },
  { id: 'site', label: 'Site' },
  { id: 'value', label: 'Value a month' },
  { id: 'effort', label: 'Effort' },
  { id: 'confidence', label: 'Confidence' },
  { id: 'score', label: 'Score' },
  { id: 'assignee', label: 'Owner' },
  { id: 'createdAt', label: 'Age' },
] as const

/** The name of a column that can be hidden. */
export type ColumnId = (typeof columns)[number]['id']

/** The columns on screen. */
export type ShownColumns = ReadonlySet<string>

/** A column that only a wide list has. */
export const wide = 'hidden @3xl:table-cell'

/** A column that only the widest list has. */
export const widest = 'hidden @min-[60rem]:table-cell'
