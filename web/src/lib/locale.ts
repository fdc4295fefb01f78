import { hourName, weekdayName } from './format'

/** Currencies by region; other regions start with US dollars. */
const currencies: Record<string, string> = {
  AE: 'AED',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IL: 'ILS',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  SG: 'SGD',
  TR: 'TRY',
  ZA: 'ZAR',
}
const euroRegions = new Set('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '))

/** The currency of the browser's region. */
export function browserCurrency(language = navigator.language) {
  const region = new Intl.Locale(language).maximize().region ?? ''
  return euroRegions.has(region) ? 'EUR' : (currencies[region] ?? 'USD')
}

/** The browser's time zone. */
export const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** All currencies by code and name; `current` is included even if the browser does not know it. */
export function currencyOptions(current: string) {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  return withCurrent(Intl.supportedValuesOf('currency'), current).map((code) => {
    const name = /^[A-Z]{3}$/.test(code) ? names.of(code) : undefined
    return { value: code, label: name === undefined || name === code ? code : `${code} · ${name}` }
  })
}

/** All time zones; `current` is included even if the browser does not know it. */
export const timeZoneOptions = (current: string) =>
  withCurrent(['UTC', ...Intl.supportedValuesOf('timeZone')], current).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }))

const withCurrent = (values: string[], current: string) => [...new Set([...values, current])]

/** Weekdays to choose from; 1 is Monday. */
export const weekdays = Array.from({ length: 7 }, (_, i) => ({
  value: String(i + 1),
  label: weekdayName(i + 1),
}))

/** The hours of a day to choose from. */
export const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourName(hour),
}))
