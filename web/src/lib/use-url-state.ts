import { useSearchParams } from 'wouter'

/**
 * Filters, sort and what is open stand in the URL, so that a link shows the same. A value equal to its default is
 * left out. Filters replace the history entry; what `push` opens is closed by the browser's Back.
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
