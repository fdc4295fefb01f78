import type { SVGProps } from 'react'

/** Strokes on a 16 px grid. */
const paths = {
  overview: 'M2.5 2.5h4v5h-4zM9.5 2.5h4v3h-4zM9.5 8.5h4v5h-4zM2.5 10.5h4v3h-4z',
  target: 'M14 8a6 6 0 1 1-6-6M11 8a3 3 0 1 1-3-3M8 8l5.5-5.5M11.5 2v2.5H14',
  search: 'M11 11l3 3M12.5 7.25a5.25 5.25 0 1 1-10.5 0 5.25 5.25 0 0 1 10.5 0',
  ads: 'M2.5 6.5v3h2l5.5 3.5v-10L4.5 6.5zM12.5 6a3 3 0 0 1 0 4M5 9.5l.8 4',
  gauge: 'M3.2 12.5a6 6 0 1 1 9.6 0M8 9l2.6-3.2M8 9h.01',
  file: 'M9 2H4.5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5.5zM9 2v3.5h3.5M6 8.5h4M6 11h4',
  globe: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M2 8h12M8 2c3.5 3.3 3.5 8.7 0 12-3.5-3.3-3.5-8.7 0-12',
  settings:
    'M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6M10 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M6 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  card: 'M2 4h12v8H2zM2 6.8h12M4.5 9.8h2',
  updown: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  up: 'M4 10l4-4 4 4',
  x: 'M4 4l8 8M12 4l-8 8',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  check: 'M3.5 8.5l3 3 6-7',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2.5V5H11',
  sun: 'M8 10.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 4.8V8l2.2 1.4',
  link: 'M6.7 9.3l2.6-2.6M7.5 4.7l1-1a2.7 2.7 0 0 1 3.8 3.8l-1 1M8.5 11.3l-1 1a2.7 2.7 0 0 1-3.8-3.8l1-1',
  bolt: 'M8.8 1.8L3.2 9h4.3l-.6 5.2L12.8 7H8.4z',
  plus: 'M8 3.5v9M3.5 8h9',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  upload: 'M8 10V2.8M5 5.5l3-3 3 3M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  download: 'M8 2.8V10M5 7.3l3 3 3-3M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2',
  external: 'M6.5 3.5h-3v9h9v-3M9.5 2.5h4v4M13.5 2.5L7.5 8.5',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3 1.5 4 1.5 4h-11S4 10 4 7M6.7 13.5a1.5 1.5 0 0 0 2.6 0',
  edit: 'M10.5 3.5l2 2M3 13l.6-2.8 7.2-7.2a1 1 0 0 1 1.4 0l.8.8a1 1 0 0 1 0 1.4L5.8 12.4z',
  trash:
    'M2.5 4.5h11M6 4.5v-1a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1M4 4.5l.6 8a1 1 0 0 0 1 1h4.8a1 1 0 0 0 1-1l.6-8M6.8 7v4M9.2 7v4',
  person: 'M8 8a2.8 2.8 0 1 0 0-5.6A2.8 2.8 0 0 0 8 8M2.8 13.7a5.2 5.2 0 0 1 10.4 0',
  logout: 'M6.5 13.5h-3a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1h3M10.5 11l3-3-3-3M13.5 8h-7.5',
  alert: 'M8 2.2L1.8 13a.6.6 0 0 0 .5.9h11.4a.6.6 0 0 0 .5-.9zM8 6.5v3M8 11.7h.01',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M8 7.5v3.3M8 5.2h.01',
  copy: 'M6 5.5a1 1 0 0 1 1-1h5.5a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1zM10 4.5V3.5a1 1 0 0 0-1-1H3.5a1 1 0 0 0-1 1V9a1 1 0 0 0 1 1H6',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  trend: 'M2 11.5l4-4.5 3 2.5 5-6M10.5 3.5H14V7',
  'trending-down': 'M2 4.5l4 4.5 3-2.5 5 6M10.5 12.5H14V9',
  split: 'M8 14V9.5L3 3.5M8 9.5l5-6M2.5 7V3h4M9.5 3h4v4',
  coins: 'M9.5 6.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0M11 5.7a4 4 0 1 1-4.4 5.7',
  shield: 'M8 1.8l5 2v4c0 3.2-2 5.3-5 6.4-3-1.1-5-3.2-5-6.4v-4zM5.8 8l1.6 1.6 2.9-3',
  tag: 'M2.5 3.5a1 1 0 0 1 1-1h4l6 6-5 5-6-6zM5.4 5.4h.01',
  layers: 'M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  dismiss: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M3.8 3.8l8.4 8.4',
  lock: 'M4.5 7V5.5a3.5 3.5 0 0 1 7 0V7M4 7h8a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1M8 10v1.5',
  mail: 'M2 4.5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM2.3 4.5L8 8.8l5.7-4.3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.2l7.5 4.8L5 12.8z',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4',
  spark: 'M8 2l1.4 4.6L14 8l-4.6 1.4L8 14l-1.4-4.6L2 8l4.6-1.4z',
} as const

/** The names of all icons. */
export type IconName = keyof typeof paths

/** Whether a name from the server is one of our icons. */
export const isIconName = (name: string): name is IconName => Object.hasOwn(paths, name)

/** A decorative icon in the text's color; the control around it has the accessible name. */
export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={paths[name]} />
    </svg>
  )
}
