import { cx } from '@/lib/cx'

/** The product's mark: a rising slope. */
const Mark = () => (
  <svg width={22} height={22} viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" fill="var(--color-accent)" />
    <path d="M5 18.2C10.5 17.6 14.6 13.8 18.6 6.8V18.2z" fill="#fff" fillOpacity=".28" />
    <path
      d="M5 17.6C10.5 17.1 14.6 13.4 18.6 6.6M13.7 7.2l4.9-.9.9 4.9"
      stroke="#fff"
      strokeWidth="2"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** The mark with the product's name. */
export const Logo = ({ className }: { className?: string }) => (
  <span className={cx('flex items-center gap-2 text-lg font-semibold tracking-[-0.03em]', className)}>
    <Mark />
    Upslope
  </span>
)
