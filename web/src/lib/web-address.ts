/** The URL if it is safe to open: crawled files can contain anything, such as javascript: URLs. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}
