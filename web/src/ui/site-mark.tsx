/** The letter tile of a site; its color is derived from the name, so it is the same everywhere. */
export function SiteMark({ name, size = 20 }: { name: string; size?: number }) {
  const hue = [...name].reduce((h, letter) => (h * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center font-semibold text-white"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.52,
        borderRadius: size * 0.27,
        background: `oklch(0.52 0.13 ${hue})`,
      }}
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
