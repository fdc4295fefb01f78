import { useSelectedSite } from '@/api/selected-site'
import { cx } from '@/lib/cx'
import { OutsideLink } from './outside-link'

/** The link of a page: within the selected site by its path, as all rows share the domain. */
export function PageLink({ url, className }: { url: string; className?: string }) {
  const { site } = useSelectedSite()
  return (
    <OutsideLink url={url} text={relativePath(site?.domain, url)} className={cx('wrap-anywhere', className)} />
  )
}

/** The address of a page as text, likewise. */
export function PageText({ url }: { url: string }) {
  const { site } = useSelectedSite()
  return <span className="wrap-anywhere">{relativePath(site?.domain, url)}</span>
}

function relativePath(domain: string | undefined, url: string) {
  const { hostname, pathname, search } = URL.parse(url) ?? {}
  return domain && hostname?.replace(/^www\./, '') === domain ? `${pathname}${search}` : url
}
