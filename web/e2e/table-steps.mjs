import { checkScreen } from './page.mjs'

const screens = [
  ['/seo', 'SEO of the demo shop'],
  ['/ads', 'Ads of the demo shop'],
  ['/technical?tab=pagespeed', 'page speed of the demo shop'],
]

/** Opens the demo shop's tables: each screen shows rows, not just headings. */
export async function checkTables(page, url) {
  for (const [path, name] of screens) {
    // One screen at a time.
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(`${url}${path}`)
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
    // oxlint-disable-next-line no-await-in-loop
    await checkScreen(page, name)
  }
}
