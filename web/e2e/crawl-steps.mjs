import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { makeCrawl } from './crawl.mjs'
import { checkScreen, uploadFile } from './page.mjs'

/**
 * Uploads a second crawl: fixed and new issues show in the summary, the list, the export and on each page.
 */
export async function compareCrawls(page, domain) {
  await uploadFile(page, 'second_crawl.csv', makeCrawl(domain, { second: true }))
  await page.getByText('CSV Uploaded Successfully').first().waitFor()
  await page.getByText('Screaming Frog, Internal').waitFor()
  const comparison = page.getByRole('group', { name: 'Compared with the previous crawl' })
  await comparison.getByRole('button', { name: 'Gone 4' }).waitFor()
  await page.getByRole('list', { name: 'Issues of each crawl' }).waitFor()
  await checkScreen(page, 'Technical with two crawls')

  const rows = page.getByRole('region', { name: 'List of technical issues' }).locator('tbody tr')
  await comparison.getByRole('button', { name: 'Gone 4' }).click()
  await rows.first().getByText('Gone').waitFor()
  assert.equal(await rows.count(), 4)
  await comparison.getByRole('button', { name: 'New 2' }).click()
  await rows.first().getByText('New').waitFor()
  assert.equal(await rows.count(), 2)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export All' }).click()
  await page.getByText('Export Started').first().waitFor()
  const file = await downloading
  assert.match(file.suggestedFilename(), /\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  assert.equal(lines.length, 3, 'a line of names and the two new issues')
  assert.ok(lines.slice(1).every((line) => line.includes(`www.${domain}/products/product-1`)))

  // The title, or on a phone the page below it.
  await rows.first().getByRole('link').first().click()
  const sheet = page.getByRole('dialog')
  await sheet
    .getByRole('heading', { name: /^Links/ })
    .first()
    .waitFor()
  await checkScreen(page, 'the details of a page')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^internal_all\.csv/ }).click()
  await sheet.getByText('Screaming Frog, Internal').waitFor()
  await checkScreen(page, 'the details of a crawl')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
}

/** Uploads a file from an unknown crawler: its columns are mapped by hand, and it is imported. */
export async function mapColumns(page, domain) {
  await page.getByRole('button', { name: 'Upload another file' }).click()
  await uploadFile(page, 'own_crawler.csv', `Wo;Was oben steht;Wer\nhttps://www.${domain}/anderswo;Hallo;Ana\n`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('list', { name: 'Columns' }).waitFor()
  await checkScreen(page, 'the columns of a file')
  for (const [header, field] of [
    ['Wo', 'Address'],
    ['Was oben steht', 'Title'],
  ]) {
    // One choice at a time, like a person.
    // oxlint-disable-next-line no-await-in-loop
    await dialog.getByRole('button', { name: `Field of ${header}: Not used` }).click()
    // oxlint-disable-next-line no-await-in-loop
    await page
      .getByRole('listbox', { name: `Field of ${header}` })
      .getByRole('option', { name: field, exact: true })
      .click()
  }
  await dialog.getByRole('button', { name: 'Import' }).click()
  await page
    .getByText(/^1 page read/)
    .first()
    .waitFor()
}
