import assert from 'node:assert/strict'
import { checkScreen } from './page.mjs'

/**
 * Works on the demo shop's first opportunity with daily figures: its trend, a fix to copy, and snoozing it.
 */
export async function workOnOpportunity(page, url) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const found = await page.evaluate(
    async () =>
      (await (await fetch('/api/insights?status=open')).json()).find(
        (item) => item.type === 'keyword_opportunity',
      ).id,
  )
  await page.goto(`${url}/opportunities?o=${found}`)
  const sheet = page.getByRole('dialog')
  const day = sheet.getByRole('slider', { name: 'Clicks, day' })
  await day.focus()
  await page.keyboard.press('ArrowLeft')
  assert.match(await day.getAttribute('aria-valuetext'), /\d{4}: /)
  await sheet.getByText(/range/).waitFor()
  await checkScreen(page, 'the sheet of an opportunity with its days')
  await sheet.getByText('How we know').click()
  await sheet.getByRole('link', { name: 'How we find this' }).click()
  await page.waitForURL(/rule=keyword_opportunity/)
  await page.goBack()

  const fix = sheet.getByRole('article', { name: 'Ticket' })
  await fix.getByRole('button', { name: 'Copy Ticket' }).click()
  await page.getByText('Ticket copied').first().waitFor()
  const title = await sheet.getByRole('heading', { level: 2 }).textContent()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(copied.startsWith('# '), 'the ticket is Markdown')
  assert.match(copied, /^- \[ \] /m)

  await sheet.getByRole('button', { name: 'Assign' }).click()
  await sheet.getByRole('combobox', { name: 'Assigned to' }).fill('Bo')
  await page.keyboard.press('Enter')
  await page.getByText('Assigned to Bo').first().waitFor()

  await sheet.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: 'A week' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '1 snoozed' }).click()
  await page.getByRole('button', { name: title, exact: true }).waitFor()
  await checkScreen(page, 'Opportunities that sleep')
  await page.getByRole('button', { name: title, exact: true }).click()
  await sheet.getByRole('button', { name: 'Wake' }).click()
  await sheet.getByRole('button', { name: 'Snooze' }).waitFor()
}

/** Plans a number of hours: the plan stays within them and can be copied. */
export async function planHours(page, url) {
  await page.goto(`${url}/opportunities`)
  await page.getByRole('button', { name: 'Plan my hours' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('list', { name: 'Plan' }).getByRole('listitem').first().waitFor()
  await checkScreen(page, 'the plan')
  const { hours, used, items } = await page.evaluate(
    async () =>
      await (await fetch(`/api/plan?hours=10&siteId=${localStorage.getItem('selectedSiteId')}`)).json(),
  )
  assert.ok(used <= hours)
  assert.equal(await sheet.getByRole('list', { name: 'Plan' }).getByRole('listitem').count(), items.length)
  await sheet.getByRole('button', { name: 'Copy as Markdown' }).click()
  await page.getByText('Plan copied').first().waitFor()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).match(/^- \[ \] /gm)
  assert.equal(lines.length, items.length)
}

/** Adds a second site: both are ranked together and compared; then deletes it. */
export async function compareSites(page, url) {
  const second = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ name: 'Second shop', domain: 'second-shop.example' })
    return (await (await fetch('/api/sites', { method: 'POST', headers, body })).json()).id
  })
  await page.goto(`${url}/opportunities`)
  await page.getByRole('button', { name: 'All sites' }).click()
  const list = page.getByRole('table')
  await list.getByText('Larkspur Outdoor').filter({ visible: true }).first().waitFor()
  await checkScreen(page, 'the opportunities of all sites')
  await page.getByRole('button', { name: 'Compare sites' }).click()
  await page.getByRole('button', { name: 'Select Second shop' }).waitFor()
  await checkScreen(page, 'the sites side by side')
  await page.getByRole('button', { name: 'Select Second shop' }).click()
  await page.getByText('No data yet').waitFor()
  await page.evaluate((id) => fetch(`/api/sites/${id}`, { method: 'DELETE' }), second)
}

/** Works through the list by keyboard alone: marks one as done, takes it back, and goes to another screen. */
export async function workByKeyboard(page, url) {
  await page.goto(`${url}/opportunities`)
  const rows = page.locator('[data-row-open]')
  await rows.nth(1).waitFor()
  const [first, second] = await rows.allTextContents()
  const hasFocus = (title) =>
    page.waitForFunction((text) => document.activeElement?.textContent === text, title)
  await page.keyboard.press('j')
  await hasFocus(first)
  await page.keyboard.press('e')
  await hasFocus(second)
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: first, exact: true }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
  await checkScreen(page, 'the keyboard shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('technical')
  await page.getByRole('option', { name: 'Technical' }).waitFor()
  await checkScreen(page, 'the command palette')
  await page.keyboard.press('Enter')
  await page.waitForURL(/technical/)
}
