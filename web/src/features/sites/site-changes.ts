import type { Schemas } from '@/api/core/client'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { browserCurrency, browserTimeZone } from '@/lib/locale'
import type { SiteFields } from './site-schema'

/** The fields of a new site: empty, with the browser's currency and time zone. */
export const emptyFields = (): SiteFields => ({
  name: '',
  domain: '',
  ga4PropertyId: '',
  currency: browserCurrency(),
  timeZone: browserTimeZone(),
  includeSubdomains: true,
  clientId: '',
  tags: [],
})

/** The fields of an existing site. */
export const fieldsOf = (site: Site): SiteFields => ({
  name: site.name,
  domain: domainText(site.domain),
  ga4PropertyId: site.ga4PropertyId ?? '',
  currency: site.currency,
  timeZone: site.timeZone,
  includeSubdomains: site.includeSubdomains,
  clientId: site.clientId ?? '',
  tags: site.tags,
})

/** The fields that differ from the site; null clears the property or client id. */
export function changesOf(site: Site, fields: SiteFields): Schemas['SiteEdit'] {
  const before = fieldsOf(site)
  const changes: Schemas['SiteEdit'] = {}
  for (const field of ['name', 'domain', 'currency', 'timeZone'] as const)
    if (fields[field] !== before[field]) changes[field] = fields[field]
  if (fields.includeSubdomains !== before.includeSubdomains)
    changes.includeSubdomains = fields.includeSubdomains
  if (fields.ga4PropertyId !== before.ga4PropertyId) changes.ga4PropertyId = fields.ga4PropertyId || null
  if (fields.clientId !== before.clientId) changes.clientId = fields.clientId || null
  if (fields.tags.join('\n') !== before.tags.join('\n')) changes.tags = fields.tags
  return changes
}
