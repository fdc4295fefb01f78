/** A CSV file as text; cells that a spreadsheet would run as formulas get a leading apostrophe. */
export const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map(cell).join(',') + '\r\n').join('')

function cell(text: string) {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves a text as a file. */
export const saveText = (name: string, text: string, mediaType = 'text/csv') =>
  // Spreadsheets need the byte order mark to read UTF-8; elsewhere it would be in the way.
  saveFile(
    name,
    new Blob(mediaType === 'text/csv' ? ['\uFEFF', text] : [text], { type: `${mediaType};charset=utf-8` }),
  )

/** Saves a blob as a file. */
export function saveFile(name: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
