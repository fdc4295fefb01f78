import { useSearchParams } from 'wouter'

/**
 * Keeps filters, sort and what is open in the URL, so that a link shows the same. Default values are left
 * out. Filters replace the history entry; `push` adds one, which Back closes.
 */
export function useUrlState<T extends Record<string, string>>(defaults: T) {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback]),
  ) as { [Name in keyof T]: string }

  function set(changes: Partial<Record<keyof T, string>>, { push = false } = {}) {
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes) as [string, string][]) {
          if (value === defaults[name]) after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: !push },
    )
  }
  return [values, set] as const
}
