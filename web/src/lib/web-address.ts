/** The address when it is one a browser may open: crawled files can hold anything, also javascript: links. */
export function webAddress(text: string): string | undefined {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}
