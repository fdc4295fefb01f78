import { toUnicode } from 'punycode/punycode.es6.js'

/** A domain in Unicode: münchen.de for xn--mnchen-3ya.de; what cannot be decoded stays as it is. */
export function domainText(domain: string) {
  try {
    return toUnicode(domain)
  } catch {
    return domain
  }
}

/** An address with its domain in Unicode. */
export function addressText(address: string) {
  const host = URL.parse(address)?.hostname
  return host ? address.replace(host, domainText(host)) : address
}
