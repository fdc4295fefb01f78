import { toUnicode } from 'punycode/punycode.es6.js'

/** A domain in Unicode: münchen.de for xn--mnchen-3ya.de; what cannot be decoded stays as it is. */
export function domainText(domain: string) {
  try {
    return toUnicode(domain)
  } catch {
    return domain
  }
}

/** The domain to show beside a site's name, in Unicode; undefined where it is the name. */
export function domainBeside({ name, domain }: { name: string; domain: string }) {
  const text = domainText(domain)
  return [text, domain].includes(name.toLowerCase()) ? undefined : text
}

/** An address with its domain in Unicode. */
export function addressText(address: string) {
  const host = URL.parse(address)?.hostname
  return host ? address.replace(host, domainText(host)) : address
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const domainName = new RegExp(`^${label}(?:\\.${label})+$`)
const onlyASCII = /^[\u0020-\u007e]*$/

/** Letters, digits and hyphens in at least two labels of up to 63 characters, in ASCII form. */
export function isDomain(domain: string) {
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
export function withoutWWW(domain: string) {
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
