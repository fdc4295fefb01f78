import * as v from 'valibot'

/** The form's fields of a site; an empty property or client id is none. */
export type SiteFields = {
  name: string
  domain: string
  ga4PropertyId: string
  currency: string
  timeZone: string
  includeSubdomains: boolean
  clientId: string
  tags: string[]
}

/** Errors by field. */
export type SiteErrors = Partial<Record<keyof SiteFields, string>>

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainName = new RegExp(`^${label}(?:\\.${label})+$`)
const onlyASCII = /^[\u0020-\u007e]*$/

/** The server's validation in the server's words, so that most errors show before sending. */
const siteSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Site name is required'),
    v.check((name) => [...name].length <= 100, 'Site name is too long'),
  ),
  domain: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.minLength(1, 'Domain is required'),
    v.check(isDomain, 'Invalid domain format'),
    v.transform(withoutWWW),
  ),
  ga4PropertyId: v.pipe(v.string(), v.trim(), v.regex(/^\d*$/, 'GA4 Property ID must be numeric')),
  currency: v.string(),
  timeZone: v.string(),
  includeSubdomains: v.boolean(),
  clientId: v.string(),
  tags: v.pipe(v.array(v.string()), v.maxLength(20, 'A site has at most 20 tags.')),
})

/** Trims and validates the fields. */
export function parseSite(fields: SiteFields): { site: SiteFields } | { errors: SiteErrors } {
  const result = v.safeParse(siteSchema, fields, { abortPipeEarly: true })
  if (result.success) return { site: result.output }
  const nested = v.flatten<typeof siteSchema>(result.issues).nested ?? {}
  return {
    errors: Object.fromEntries(Object.entries(nested).map(([field, messages]) => [field, messages?.[0]])),
  }
}

/** Letters, digits and hyphens in at least two labels of up to 63 characters, in ASCII form. */
function isDomain(domain: string) {
  const ascii = onlyASCII.test(domain) ? domain : toASCII(domain)
  // A last label of digits makes an IP address.
  return ascii.length <= 253 && domainName.test(ascii) && !/\.\d+$/.test(ascii)
}

/** The domain of a pasted web address such as https://www.example.com/path; undefined if the text is none. */
export function domainOfAddress(text: string): string | undefined {
  const url = text.trim().toLowerCase()
  // A bare domain stays as typed.
  if (!url.includes('/')) return undefined
  const address = URL.parse(/^https?:\/\//.test(url) ? url : `https://${url}`)
  if (!address || address.username !== '') return undefined
  const domain = withoutWWW(address.hostname)
  return isDomain(domain) ? domain : undefined
}

/** The domain without a leading www., which sites are not known by; www.com is a name of its own. */
function withoutWWW(domain: string) {
  return domain.replace(/^www\.(?=[^.]+\.)/, '')
}

/** An internationalized domain in ASCII; empty if it is invalid. */
function toASCII(domain: string) {
  if (/[\s/:@?#%\\[\]]/.test(domain)) return ''
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}
