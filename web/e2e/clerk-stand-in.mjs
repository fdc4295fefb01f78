import { generateKeyPairSync, sign } from 'node:crypto'

const host = 'clerk.example.com'
const base64 = (value) => Buffer.from(value).toString('base64url')

/**
 * A stand-in for Clerk in the browser: the part of its script that the app uses, and the API that script
 * calls. It has no sign-in page.
 */
export function clerkStandIn() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = {
    CLERK_PUBLISHABLE_KEY: `pk_test_${Buffer.from(`${host}$`).toString('base64')}`,
    CLERK_SIGN_IN_URL: 'https://accounts.example.com/sign-in',
    CLERK_JWT_KEY: publicKey.export({ type: 'spki', format: 'pem' }),
  }
  const asked = []

  /** A session token of Ana's that is valid for the given number of seconds. */
  function token(origin, seconds) {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: `https://${host}`,
      sub: 'user_1',
      sid: 'sess_1',
      azp: origin,
      sts: 'active',
      iat: now,
      nbf: now - 10,
      exp: now + seconds,
      email: 'ana@example.com',
      name: 'Ana Lopez',
      image: 'https://img.clerk.com/ana',
    }
    const signed = `${base64(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: 'ins_1' }))}.${base64(JSON.stringify(claims))}`
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  /** Answers the page's requests to Clerk. */
  async function answerFor(page, origin) {
    await page.route(`https://${host}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      asked.push(pathname)
      const headers = { 'Access-Control-Allow-Origin': '*' }
      if (pathname.endsWith('/clerk.browser.js'))
        return route.fulfill({ headers, contentType: 'text/javascript', body: script })
      if (pathname === '/v1/tokens') return route.fulfill({ headers, body: token(origin, 600) })
      return route.fulfill({ headers, body: '' })
    })
    await page.route('https://img.clerk.com/**', (route) => {
      asked.push('the picture')
      return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    })
    await page.route('https://accounts.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>A page of Clerk</h1>' }),
    )
  }
  return { settings, token, answerFor, asked }
}

/** The part of ClerkJS that the app uses. */
const script = `
const ask = async (path) => (await fetch('https://${host}' + path)).text()
window.Clerk = {
  version: '6.0.0',
  loaded: false,
  user: { id: 'user_1' },
  client: { id: 'client_1', sessions: [], lastActiveSessionId: 'sess_1' },
  session: {
    id: 'sess_1',
    status: 'active',
    lastActiveToken: { jwt: { claims: { sub: 'user_1', sid: 'sess_1' } } },
    factorVerificationAge: null,
    async getToken() {
      const token = await ask('/v1/tokens')
      document.cookie = '__session=' + token + '; path=/'
      return token
    },
  },
  async load() {
    this.loaded = true
    this.__internal_lastEmittedResources = this.resources()
  },
  resources() {
    return { client: this.client, session: this.session, user: this.user, organization: null }
  },
  on() {},
  off() {},
  addListener(listener) {
    listener(this.resources())
    return () => {}
  },
  async signOut({ redirectUrl }) {
    await ask('/v1/sign-out')
    location.assign(redirectUrl)
  },
  async redirectToUserProfile() {
    location.assign('https://accounts.example.com/user')
  },
}
`
