import { useUrlState } from '@/lib/use-url-state'

const defaults = { page: '', crawl: '' }

/** The page or crawl that is open in a sheet, in the URL: Back closes it, a link opens the same. */
export function useOpenDetail() {
  const [open, setOpen, addressWith] = useUrlState(defaults)
  return {
    /** The URL of the open page; empty when none is. */
    page: open.page,
    /** The id of the open crawl; empty when none is. */
    crawl: open.crawl,
    /** The address of a link that opens the page. */
    addressOfPage: (url: string) => addressWith({ page: url, crawl: '' }),
    openPage: (url: string) => setOpen({ page: url, crawl: '' }, { push: open.page === '' }),
    openCrawl: (id: string) => setOpen({ crawl: id, page: '' }, { push: open.crawl === '' }),
    close: () => setOpen(defaults),
  }
}
