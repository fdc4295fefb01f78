import { useTable } from '@/api/tables'
import { num } from '@/lib/format'
import { useDebounced } from '@/lib/interaction/use-debounced'
import { TextField } from '@/ui/forms/field'

/** The number of searches to test the pattern on, and of matches to name. */
const maxTested = 200
const maxNamed = 4

/** A regular expression for brand searches, tested on the site's own searches while typing. */
export function PatternField({
  siteId,
  value,
  error,
  onChange,
}: {
  siteId: string
  value: string
  error: string | undefined
  onChange: (pattern: string) => void
}) {
  const pattern = useDebounced(value.trim())
  const { rows } = useTable('/api/seo/queries', pattern === '' ? null : { siteId, limit: maxTested })
  return (
    <div>
      <TextField
        label="Pattern (optional)"
        placeholder="^acme|acme (shop|store)"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="[&_input]:font-mono"
        hint="Regular expression, not case-sensitive."
        value={value}
        error={error}
        onChange={onChange}
      />
      <p role="status" className="mt-1 text-xs text-pretty wrap-anywhere text-ink-2">
        {pattern !== '' &&
          !error &&
          rows &&
          describeMatches(
            pattern,
            rows.map((row) => row.query),
          )}
      </p>
    </div>
  )
}

/**
 * The matches of the pattern in a sentence. The browser's dialect differs from the server's, which decides.
 */
export function describeMatches(pattern: string, queries: readonly string[]) {
  const expression = compile(pattern)
  if (!expression) return 'This browser can’t preview the pattern. It is checked when you save.'
  if (expression.test('')) return 'This matches every search, so all searches would count as brand.'
  if (queries.length === 0) return 'No searches of this site yet to test it on.'
  const matches = queries.filter((query) => expression.test(query))
  const scope = `of the ${num(queries.length)} searches with the most clicks`
  if (matches.length === 0) return `It matches none ${scope}.`
  const rest = matches.length - maxNamed
  const names = matches.slice(0, maxNamed).map((query) => `“${query}”`)
  return `It matches ${num(matches.length)} ${scope}: ${names.join(', ')}${rest > 0 ? ` and ${num(rest)} more` : ''}.`
}

function compile(pattern: string) {
  try {
    // RE2 has leading flags, which JavaScript has not; the flags below replace them.
    return new RegExp(pattern.replace(/^\(\?[imsU]+\)/, ''), 'iu')
  } catch {
    return undefined
  }
}
