import * as v from 'valibot'
import { isDomain, withoutWWW } from '@/lib/domain'

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
