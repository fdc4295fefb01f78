import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels, before the first paint and on every change. */
export function useWidth<T extends HTMLElement>(unmeasured: number) {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(unmeasured)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const measured = Math.round(element.getBoundingClientRect().width)
      if (measured > 0) setWidth(measured)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
