import type { CrawlField } from '@/api/technical'

/** Other names of a field, besides its own name and label; in lower case, as separate words. */
const aliases: Record<string, string[]> = {
  address: ['url', 'uri', 'page', 'page url', 'adresse', 'dirección', 'indirizzo', 'seite', 'loc'],
  status_code: ['http status', 'http code', 'response code', 'http status code', 'statuscode', 'code'],
  title: ['page title', 'title tag', 'meta title', 'seo title', 'titel', 'título', 'titre', 'titolo'],
  title_length: ['title characters', 'title chars'],
  title_pixels: ['title width', 'title px'],
  description_pixels: ['description width', 'meta description width'],
  description: ['description', 'meta desc', 'beschreibung', 'descripción', 'descrizione'],
  h1: ['heading', 'headline', 'main heading', 'überschrift'],
  canonical: ['canonical url', 'canonical link', 'canonical link element'],
  content_type: ['mime type', 'mime'],
  crawl_depth: ['depth', 'level', 'clicks from home'],
  inlinks: ['internal links in', 'incoming links', 'links in'],
  outlinks: ['outgoing links', 'links out'],
  redirect_url: ['redirect target', 'redirects to', 'redirect to', 'final url', 'location'],
  response_time: ['load time', 'ttfb', 'time to first byte'],
  word_count: ['words', 'text length'],
  size: ['bytes', 'page size', 'file size'],
  meta_robots: ['robots'],
  crawled_at: ['crawled', 'crawl date', 'crawled on', 'last crawled'],
  source: ['from', 'source url', 'linking page', 'from url'],
  destination: ['to', 'target', 'target url', 'destination url', 'to url'],
  anchor: ['anchor text', 'link text'],
}

/**
 * "Title 1", "page_title" and "SEO-Title" as words: letters and digits only, without an occurrence's number.
 */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ 1$/, '')

/**
 * The score of a name for a header: its length if its words occur in a row, else nothing. The first words of
 * a header weigh more: "Titel der Seite" is the title of a page.
 */
const matchScore = (name: string, header: string) =>
  ` ${header} `.includes(` ${name} `) ? name.length + (header.startsWith(name) ? 1 : 0) : 0

/** The likely field of each header: the best matches first, each field once. */
export function guessFields(headers: string[], fields: CrawlField[]): Record<string, string> {
  const guesses = headers
    .flatMap((header) =>
      fields.map((field) => {
        const names = [wordsOf(field.name), wordsOf(field.label), ...(aliases[field.name] ?? [])]
        return {
          header,
          field: field.name,
          score: Math.max(...names.map((name) => matchScore(name, wordsOf(header)))),
        }
      }),
    )
    .filter((guess) => guess.score > 0)
    .toSorted((a, b) => b.score - a.score)
  const mapping: Record<string, string> = {}
  const usedFields = new Set<string>()
  for (const { header, field } of guesses) {
    if (header in mapping || usedFields.has(field)) continue
    mapping[header] = field
    usedFields.add(field)
  }
  return mapping
}
