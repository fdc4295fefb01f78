import assert from 'node:assert/strict'
import { checkScreen } from './page.mjs'

/** Makes a report: previews it, creates a link that a visitor opens, prints it, and revokes the link. */
export async function makeReports(page, home) {
  // axe cannot check the preview's script-less frame, so its HTML is opened as a page here.
  // Earlier previews may be answered after the one that is wanted.
  let preview = ''
  await page.route('**/api/reports/preview', async (route) => {
    const response = await route.fetch()
    if (route.request().postData().includes('Autumn')) preview = (await response.json()).html
    await route.fulfill({ response, json: { html: '' } })
  })
  await page.goto(`${home}/reports`)
  await page.getByText('No shareable reports yet. Create your first one using the form above.').waitFor()
  await page.getByLabel('Report title').fill('Autumn at Larkspur')
  await page.waitForResponse(
    async (response) =>
      response.url().endsWith('/preview') && (response.request().postData() ?? '').includes('Autumn'),
  )
  assert.match(preview, /<h1[^>]*>Autumn at Larkspur<\/h1>/)
  await checkScreen(page, 'Reports')

  await page.getByRole('button', { name: 'Create Link' }).click()
  await page.getByText('Shareable Link Created').first().waitFor()
  const link = page.getByRole('list', { name: 'Shareable Reports' }).getByRole('listitem').first()
  await link.getByText('0 views').waitFor()
  await link.getByText('Active', { exact: true }).waitFor()
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    link.getByRole('link', { name: 'View Autumn at Larkspur' }).click(),
  ])
  await opened.getByRole('heading', { level: 1, name: 'Autumn at Larkspur' }).waitFor()
  await opened.getByRole('heading', { level: 2, name: 'Key figures' }).waitFor()
  await checkScreen(opened, 'the report behind a link')
  const address = opened.url()
  await opened.close()
  await link.getByText('1 view', { exact: true }).waitFor()

  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: 'Generate PDF' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^Autumn_at_Larkspur_\d{4}-\d\d-\d\d\.pdf$/)

  await link.getByRole('button', { name: 'More about Autumn at Larkspur' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await link.getByText('Revoked', { exact: true }).waitFor()
  const gone = await page.request.get(address)
  assert.equal(gone.status(), 404)

  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByRole('dialog').getByLabel('Recipients').fill('client@example.com')
  await checkScreen(page, 'the dialog of a schedule')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute('**/api/reports/preview')
}
