import { useLayoutEffect, useMemo, useRef } from 'react'

/** Functions that never change and call the newest ones, so that memoized rows stay as they are. */
export function useSteady<T extends Record<string, (...args: never[]) => void>>(functions: T): T {
  const latest = useRef(functions)
  useLayoutEffect(() => {
    latest.current = functions
  })
  return useMemo(() => {
    const names = Object.keys(functions)
    const calls = names.map((name) => [name, (...args: never[]) => latest.current[name]!(...args)])
    return Object.fromEntries(calls) as T
    // The names never change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
