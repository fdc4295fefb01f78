import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { sites } from '@/test/fixtures'
import { problem } from '@/test/handlers'
import { connected, integration, property, serveIntegrations } from '@/test/integrations'
import { openApp } from '@/test/open-app'
import { server } from '@/test/server'

type Served = Parameters<typeof serveIntegrations>

function open(integrations: Served[0], options: Served[1] = {}, path = '/settings?tab=integrations') {
  const served = serveIntegrations(integrations, options)
  server.use(...served.handlers)
  return { ...served, visited: openApp(path) }
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

const semrush = integration({
  provider: 'semrush',
  name: 'Semrush',
  requiredEnvVars: ['SEMRUSH_API_KEY'],
  missingEnvVars: ['SEMRUSH_API_KEY'],
})

describe('Connect', () => {
  it('says who must set it up, and tests that', async () => {
    const { writes } = open([semrush])
    await press('Connect Semrush')
    const form = await dialog()
    expect(form.getByText(/set up through environment variables/)).toHaveTextContent(
      'Your administrator must supply the credentials',
    )
    expect(form.getByText('SEMRUSH_API_KEY')).toBeInTheDocument()
    await userEvent.click(form.getByRole('button', { name: 'Test Configuration' }))
    expect(await screen.findByText('Test Successful')).toBeInTheDocument()
    expect(writes).toEqual([{ call: 'semrush test', body: { siteId: sites[0].id } }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('a failed test stays on the screen with its reason', async () => {
    open([semrush], { result: { success: false, message: 'SEMRUSH_API_KEY is not set.' } })
    await press('Connect Semrush')
    await userEvent.click((await dialog()).getByRole('button', { name: 'Test Configuration' }))
    expect(await (await dialog()).findByText('SEMRUSH_API_KEY is not set.')).toBeInTheDocument()
  })
  it('takes an API key', async () => {
    const { writes } = open([semrush])
    await press('Connect Semrush')
    const form = await dialog()
    expect(form.queryByRole('button', { name: 'Connect' })).toBeNull()
    await userEvent.type(form.getByLabelText('Your own API key'), ' key-1 ')
    await userEvent.click(form.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Integration Connected')).toBeInTheDocument()
    const body = { siteId: sites[0].id, credentials: { apiKey: 'key-1' } }
    expect(writes).toEqual([{ call: 'semrush connect', body }])
  })
  it('takes the key file of a service account, and the customer to read with it', async () => {
    const gads = integration({
      provider: 'gads',
      name: 'Google Ads',
      missingEnvVars: ['GOOGLE_ADS_CUSTOMER_ID'],
    })
    const { writes } = open([gads])
    await press('Connect Google Ads')
    const form = await dialog()
    const field = form.getByLabelText('Or use your own service account')
    await userEvent.upload(field, new File(['{"a":1}'], 'a.json', { type: 'application/json' }))
    expect(await form.findByText('This is not a service account key file.')).toBeInTheDocument()
    const key = { type: 'service_account', client_email: 'reader@project.example', private_key: 'secret' }
    await userEvent.upload(field, new File([JSON.stringify(key)], 'key.json', { type: 'application/json' }))
    expect(await form.findByText(/^The key of reader@project\.example/)).toBeInTheDocument()
    await userEvent.type(form.getByLabelText('Customer ID'), '123-456-7890')
    await userEvent.click(form.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Integration Connected')).toBeInTheDocument()
    const credentials = { ...key, customerId: '1234567890' }
    expect(writes).toEqual([{ call: 'gads connect', body: { siteId: sites[0].id, credentials } }])
  })
  it('chooses the one property that matches, or another', async () => {
    const other = property({
      id: 'https://blog.example/',
      name: 'https://blog.example/',
      domain: 'blog.example',
    })
    const { writes } = open([integration()], { properties: [property({ matches: true }), other] })
    await press('Connect Google Search Console')
    const form = await dialog()
    expect(await form.findByRole('radio', { name: /^northwindcoffee\.com/ })).toBeChecked()
    await userEvent.click(form.getByRole('radio', { name: 'https://blog.example/' }))
    await userEvent.click(form.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Integration Connected')).toBeInTheDocument()
    expect(writes).toEqual([{ call: 'gsc connect', body: { siteId: sites[0].id, property: other.id } }])
  })
  it('sends no property where none can be listed', async () => {
    open([integration({ property: 'sc-domain:northwindcoffee.com' })])
    await press('Connect Google Search Console')
    const form = await dialog()
    expect(await form.findByText(/^These credentials have no access/)).toBeInTheDocument()
    expect(form.queryByRole('button', { name: 'Connect' })).toBeNull()
  })
  it('searches many properties', async () => {
    const many = Array.from({ length: 30 }, (_, i) => property({ id: `sc-domain:shop-${i}.example`, name: '' }))
    open([integration()], { properties: many })
    await press('Connect Google Search Console')
    const form = await dialog()
    await userEvent.type(await form.findByRole('searchbox', { name: 'Search properties' }), 'SHOP-17')
    expect(form.getAllByRole('radio')).toHaveLength(1)
  })
  it('asks no provider for properties while the credentials are missing', async () => {
    open([integration({ missingEnvVars: ['GOOGLE_APPLICATION_CREDENTIALS'] })])
    server.use(http.get('*/api/integrations/gsc/properties', () => problem(500, 'asked all the same')))
    await press('Connect Google Search Console')
    const form = await dialog()
    expect(form.queryByText('Property')).toBeNull()
    expect(form.queryByRole('link', { name: 'Continue with Google' })).toBeNull()
  })
  it('offers the sign-in with Google where there is one', async () => {
    open([integration({ signIn: true })], { properties: [property()] })
    await press('Connect Google Search Console')
    expect((await dialog()).getByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      `/api/integrations/google/authorize?provider=gsc&siteId=${sites[0].id}`,
    )
  })
})

describe('the way back from Google', () => {
  it('shows a toast, and removes the result from the URL', async () => {
    const query = `tab=integrations&google=connected&provider=gsc&siteId=${sites[1].id}`
    const { visited } = open([connected()], {}, `/settings?${query}`)
    expect(await screen.findByText('Integration Connected')).toBeInTheDocument()
    expect(visited.at(-1)).toBe('/settings?tab=integrations')
    expect(await screen.findByRole('button', { name: 'Site: Alder Mill' })).toBeInTheDocument()
  })
  it('says why it failed', async () => {
    open([integration()], {}, '/settings?tab=integrations&google=failed&message=Access+was+denied.')
    expect(await screen.findByText('Connection Failed')).toBeInTheDocument()
    expect(screen.getByText('Access was denied.')).toBeInTheDocument()
  })
  it('leads to the list of properties for an account without a site', async () => {
    const { visited } = open([], {}, '/settings?tab=integrations&google=connected&provider=gsc')
    await waitFor(() => expect(visited.at(-1)).toBe('/sites?add=search-console'))
  })
})
