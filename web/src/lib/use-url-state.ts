import { useLocation, useSearchParams } from 'wouter'

type Changes<T> = Partial<Record<keyof T, string>>

/**
 * Keeps filters, sort and what is open in the URL, so that a link shows the same. Default values are left
 * out. Filters replace the history entry; `push` adds one, which Back closes.
 */
export function useUrlState<T extends Record<string, string>>(defaults: T) {
  const [path] = useLocation()
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback]),
  ) as { [Name in keyof T]: string }

  function changed(before: URLSearchParams, changes: Changes<T>) {
    const after = new URLSearchParams(before)
    for (const [name, value] of Object.entries(changes) as [string, string][]) {
      if (value === defaults[name]) after.delete(name)
      else after.set(name, value)
    }
    return after
  }
  const set = (changes: Changes<T>, { push = false } = {}) =>
    setParams((before) => changed(before, changes), { replace: !push })
  /** The address of a link that makes the changes. */
  const addressWith = (changes: Changes<T>) => `${path}?${changed(params, changes)}`
  return [values, set, addressWith] as const
}
