import { useEffect, useState } from 'react'

/** Debounces a value, so that not every keystroke makes a request. */
export function useSettled<T>(value: T, rest = 250) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
