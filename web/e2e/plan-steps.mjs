import { checkScreen } from './page.mjs'

/** Chooses a plan and pays on Stripe's stand-in, which leads back to the settings. */
export async function choosePlan(page, home) {
  await page.goto(`${home}/settings?tab=billing`)
  await page.getByRole('region', { name: 'Upgrade' }).getByRole('link', { name: 'Upgrade Now' }).click()
  await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  await checkScreen(page, 'Subscribe')
  // The payment page has another origin, like Stripe's: the address is requested but not opened, so no
  // request leaves this machine.
  const way = await page.evaluate(async () => {
    const answer = await fetch('/api/stripe/create-checkout-session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ planType: 'both' }),
    })
    return (await answer.json()).url
  })
  await fetch(way, { method: 'POST', redirect: 'manual' })
  await page.goto(`${home}/settings?success=true`)
  await page.getByText('You are subscribed!').first().waitFor()
  await page.getByText('Full access to all features').waitFor()
  await checkScreen(page, 'Billing')
}
