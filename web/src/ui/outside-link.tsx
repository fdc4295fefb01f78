import { cx } from '@/lib/cx'
import { webAddress } from '@/lib/web-address'

/** An external link if the address is safe to open, else plain text; untruncated by default. */
export function OutsideLink({
  url,
  text = url,
  className,
}: {
  url: string
  text?: string
  className?: string
}) {
  const href = webAddress(url)
  if (!href) return <span className={cx('text-ink-3', className)}>{text}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      title={url}
      // It may be in a row that opens something else.
      onClick={(event) => event.stopPropagation()}
      className={cx('text-accent-ink hover:underline', className)}
    >
      {text}
    </a>
  )
}
