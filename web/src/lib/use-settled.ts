import { useEffect, useState } from 'react'

/** The value once it has rested for a while: not every letter typed is worth a request. */
export function useSettled<T>(value: T, rest = 250) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest)
    return () => clearTimeout(timer)
  }, [value, rest])
  return settled
}
