/** A thin bar: `meter` for what is left of something, `progressbar` for work in progress. */
export function Meter({
  label,
  percent,
  role = 'meter',
}: {
  label: string
  percent: number
  role?: 'meter' | 'progressbar'
}) {
  return (
    <div
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 overflow-hidden rounded-full bg-active"
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  )
}
