const cell = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`

/**
 * A shop's crawl in Screaming Frog's Internal columns with known faults: 12 products without a title, a
 * broken page, a redirect chain. In the second crawl four products have a title and two others lost it.
 */
export function makeCrawl(domain, { second = false } = {}) {
  const header = [
    'Address',
    'Content Type',
    'Status Code',
    'Status',
    'Indexability',
    'Indexability Status',
    'Title 1',
    'Title 1 Length',
    'Title 1 Pixel Width',
    'Meta Description 1',
    'Meta Description 1 Length',
    'H1-1',
    'Canonical Link Element 1',
    'Crawl Depth',
    'Inlinks',
    'Unique Inlinks',
    'Redirect URL',
    'Crawl Timestamp',
  ]
  const crawledAt = second ? '2026-11-21 10:00:00' : '2026-11-20 10:00:00'
  const rows = []
  const html = 'text/html; charset=utf-8'
  const page = (path, title, inlinks) => {
    const url = `https://www.${domain}${path}`
    const description = `Everything about ${path} in one place, with prices, delivery times and the answers to what people ask us most.`
    rows.push([
      url,
      html,
      200,
      'OK',
      'Indexable',
      '',
      title,
      title.length,
      title.length * 8,
      description,
      description.length,
      title || path,
      url,
      1,
      inlinks,
      inlinks,
      '',
      crawledAt,
    ])
  }
  const other = (path, status, words, to, inlinks) =>
    rows.push([
      `https://www.${domain}${path}`,
      html,
      status,
      words,
      'Non-Indexable',
      to ? 'Redirected' : 'Client Error',
      '',
      0,
      0,
      '',
      0,
      '',
      '',
      2,
      inlinks,
      inlinks,
      to && `https://www.${domain}${to}`,
      crawledAt,
    ])
  page('/', 'Garden tools that last a lifetime', 60)
  for (let i = 1; i <= 30; i++)
    page(`/guides/guide-${i}`, `How to care for garden tool number ${i} in every season`, 4)
  const [firstUntitled, lastUntitled] = second ? [5, 14] : [1, 12]
  for (let i = 1; i <= 24; i++) {
    const untitled = i >= firstUntitled && i <= lastUntitled
    page(`/products/product-${i}`, untitled ? '' : `Forged garden tool number ${i} with ash handle`, 8)
  }
  other('/old-sale', 404, 'Not Found', '', 17)
  other('/a', 301, 'Moved Permanently', '/b', 9)
  other('/b', 301, 'Moved Permanently', '/c', 1)
  page('/c', 'The place where the redirects finally end up', 2)
  return '\ufeff' + [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

/** The number of pages in the crawl. */
export const crawlPageCount = 1 + 30 + 24 + 3 + 1
