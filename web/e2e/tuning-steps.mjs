import assert from 'node:assert/strict'
import { checkScreen } from './page.mjs'

/** Adds a brand name to the demo shop: opportunities are found again, without the searches for it. */
export async function tuneBrand(page, url) {
  await page.goto(`${url}/settings?tab=tuning`)
  await page.getByRole('region', { name: 'Types of opportunity' }).getByText('Technical issues').waitFor()
  await checkScreen(page, 'Tuning of the demo shop')
  const before = await about(page, 'camping stove')
  assert.ok(before > 0, 'the demo shop has an opportunity about camping stoves')

  const brand = page.getByRole('region', { name: 'Brand', exact: true })
  await brand.getByRole('textbox', { name: 'Brand terms' }).fill('camping stove')
  await brand.getByRole('button', { name: 'Add' }).first().click()
  await page.getByText('1 change not saved').waitFor()
  await page.getByRole('button', { name: 'Save and update' }).click()
  await page.getByText('Saved and updated').first().waitFor()
  assert.equal(await about(page, 'camping stove'), 0, 'searches for the brand are no opportunity')

  await brand.getByRole('button', { name: 'Remove camping stove' }).click()
  await page.getByRole('button', { name: 'Save and update' }).click()
  await page.getByText('Saved and updated').first().waitFor()

  await page.getByRole('button', { name: /^Keyword opportunities/ }).click()
  await page.getByText('Usually 50 impressions; from 10 to 100,000').waitFor()
  await checkScreen(page, 'the numbers of a rule')
  await page.getByRole('link', { name: 'How it works: Keyword opportunities' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('region', { name: 'How we calculate the value' }).waitFor()
  await checkScreen(page, 'a rule')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** The number of open opportunities about a search. */
const about = (page, words) =>
  page.evaluate(async (query) => {
    const list = await (await fetch('/api/insights?type=keyword_opportunity&status=open')).json()
    return list.filter((item) => item.entity.query === query).length
  }, words)

/** Adds a note, which shows in the change log and on its day in the chart. */
export async function noteChange(page, url) {
  await page.goto(`${url}/overview`)
  const log = page.getByRole('region', { name: 'Change log' })
  await log.getByRole('button', { name: 'Add note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.getByText('Describe the change.').waitFor()
  await checkScreen(page, 'the note of a change')
  const newest = await page.evaluate(async () => {
    const answer = await fetch('/api/kpis/daily?limit=1')
    return answer.headers.get('X-Window').split('/')[1]
  })
  await dialog.getByLabel('Day').fill(newest)
  await dialog.getByLabel('What changed').fill('New checkout is live')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  await dialog.waitFor({ state: 'detached' })
  await log.getByText('New checkout is live').waitFor()
  const chart = page.getByRole('region', { name: 'Day by day' })
  await chart.getByRole('button', { name: /New checkout is live/ }).waitFor()
  await checkScreen(page, 'Overview with a note')

  await log.getByRole('button', { name: /^Delete the note/ }).click()
  await chart.getByRole('button', { name: /New checkout is live/ }).waitFor({ state: 'detached' })
}
