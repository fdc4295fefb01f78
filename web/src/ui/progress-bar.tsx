import { useEffect, useState } from 'react'
import { useInFlight } from '@/api/core/in-flight'

/** Steps up to 10 % every 200 ms to 90 %, snaps to 100 % at the last request's end, hides 300 ms later. */
export function ProgressBar() {
  const busy = useInFlight((s) => s.count > 0)
  const [value, setValue] = useState<number | null>(null)
  const [wasBusy, setWasBusy] = useState(false)
  if (busy !== wasBusy) {
    setWasBusy(busy)
    setValue((v) => (busy ? (v === null || v >= 100 ? 0 : v) : v === null ? null : 100))
  }
  useEffect(() => {
    if (busy) {
      const step = setInterval(() => setValue((v) => Math.min(90, (v ?? 0) + Math.random() * 10)), 200)
      return () => clearInterval(step)
    }
    const hide = setTimeout(() => setValue(null), 300)
    return () => clearTimeout(hide)
  }, [busy])
  if (value === null) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5"
    >
      <div
        className="h-full origin-left bg-accent transition-transform duration-200 ease-out"
        style={{ transform: `scaleX(${value / 100})` }}
      />
    </div>
  )
}
