import { fits } from './visitor.mjs'

const screens = [
  ['/seo', 'SEO of the demo shop'],
  ['/ads', 'Ads of the demo shop'],
  ['/technical?tab=pagespeed', 'page speed of the demo shop'],
]

/** The tables of the demo shop: each screen shows rows, not just their heading. */
export async function seeTables(page, url) {
  for (const [path, name] of screens) {
    // One screen after the other.
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${url}${path}`)
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    // oxlint-disable-next-line no-await-in-loop
    await fits(page, name)
  }
}
