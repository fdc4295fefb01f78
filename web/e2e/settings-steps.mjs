import { checkScreen, unfold } from './page.mjs'

const providers = ['Google Analytics 4', 'Google Search Console', 'Google Ads', 'Semrush', 'PageSpeed Insights']

/**
 * On a server without provider settings, names and explains what is missing, and says it again after a test.
 */
export async function checkMissingSettings(page) {
  await page.getByRole('heading', { level: 2, name: 'PageSpeed Insights' }).waitFor()
  await page.getByText('No syncs yet').waitFor()
  await checkScreen(page, 'Settings without connections')

  await page.getByRole('link', { name: 'Help with Google Search Console' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('How to connect Google Search Console').waitFor()
  await checkScreen(page, 'the help of a provider')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Connect Semrush' }).click()
  await unfold(sheet.getByText('For administrators'))
  await sheet.getByText('SEMRUSH_API_KEY').first().waitFor()
  await sheet.getByRole('button', { name: 'Test Configuration' }).click()
  await page.getByText('Test Failed').first().waitFor()
  await checkScreen(page, 'the dialog of a connection')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Team' }).click()
  await page.getByRole('list', { name: 'Team members' }).waitFor()
  await checkScreen(page, 'Team')
  await page.getByRole('tab', { name: 'API' }).click()
  await page.getByText('No webhooks yet').waitFor()
  await checkScreen(page, 'API')
  await page.getByRole('tab', { name: 'Billing' }).click()
  await page.getByText('14-day free trial').waitFor()
  await checkScreen(page, 'Billing')
}

/** The demo shop's connections: all are connected, and what they read is listed. */
export async function checkConnections(page) {
  for (const name of providers) {
    // One after the other, in the order on screen.
    // oxlint-disable-next-line no-await-in-loop
    await page.getByRole('article', { name }).getByText('Connected', { exact: true }).waitFor()
  }
  await page.getByRole('list', { name: 'Runs' }).getByText('Done').first().waitFor()
  await checkScreen(page, 'Settings of the demo shop')
  await page.getByRole('button', { name: 'Test Google Analytics 4' }).click()
  await page.getByText('Test Successful').first().waitFor()
}
