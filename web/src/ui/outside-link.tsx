import { cx } from '@/lib/cx'
import { webAddress } from '@/lib/web-address'

/** An address of a site: a link out where a browser may open it, else plain text; shown whole unless told otherwise. */
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
      // It may stand in a row that opens something else.
      onClick={(event) => event.stopPropagation()}
      className={cx('text-accent-ink hover:underline', className)}
    >
      {text}
    </a>
  )
}
