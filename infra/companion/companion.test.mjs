import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { createCompanion, listenOptions, uploadPattern, withoutSecrets } from './companion.mjs'

const secret = 'a secret of the tests, long enough'
const edge = 'https://app.example.com'
const rebinding = 'rebinding.example.com'
let internal, companion, signIn, internalRequests, resolve

before(async () => {
  internalRequests = 0
  internal = await listen(
    createServer((_, answer) => {
      internalRequests++
      answer.end('internal only')
    }),
  )
  companion = await listen(createCompanion({ COMPANION_SECRET: secret, PUBLIC_URL: edge }))
  const google = { COMPANION_GOOGLE_KEY: 'key', COMPANION_GOOGLE_SECRET: 'secret' }
  signIn = await listen(createCompanion({ COMPANION_SECRET: secret, ...google })) // over plain http
  resolve = dns.lookup
  dns.lookup = (name, options, done) => resolve(name === rebinding ? '127.0.0.1' : name, options, done)
})

after(() => {
  dns.lookup = resolve
})

async function listen(server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const port = (server) => server.address().port

function post(path, body, server = companion) {
  return fetch(`http://127.0.0.1:${port(server)}/companion/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const links = {
  loopback: (p) => `http://127.0.0.1:${p}/`,
  'loopback in IPv6': (p) => `http://[::1]:${p}/`,
  'loopback in IPv6 that maps IPv4': (p) => `http://[::ffff:127.0.0.1]:${p}/`,
  'loopback as one number': (p) => `http://2130706433:${p}/`,
  'the metadata of a cloud': () => 'http://169.254.169.254/',
  'a private network': () => 'http://10.0.0.1/',
  'a private network in IPv6': () => 'http://[fd00::1]/',
  'a network that carriers share': () => 'http://100.64.0.1/',
  'loopback behind NAT64': (p) => `http://[64:ff9b::7f00:1]:${p}/`,
  'any address': (p) => `http://0.0.0.0:${p}/`,
  multicast: () => 'http://224.0.0.1/',
  'a name of this machine': (p) => `http://localhost:${p}/`,
  'a name that resolves to loopback': (p) => `http://${rebinding}:${p}/`,
  'a file': () => 'file:///etc/passwd',
}

for (const [name, link] of Object.entries(links)) {
  for (const call of ['meta', 'get']) {
    test(`url/${call} refuses ${name}`, async () => {
      const answer = await post(`url/${call}`, {
        url: link(port(internal)),
        endpoint: `${edge}/api/companion/upload`,
        protocol: 'multipart',
      })
      assert.ok(answer.status >= 400, `${answer.status}`)
      assert.equal(internalRequests, 0)
    })
  }
}

test('files are sent to the edge only', () => {
  const pattern = new RegExp(uploadPattern(edge))
  assert.match(`${edge}/api/companion/upload`, pattern)
  for (const elsewhere of [
    'https://evil.example.com/api/companion/upload',
    `https://evil.example.com/?${edge}/api/companion/upload`,
    `${edge}/api/companion/upload/../../sites`,
    `${edge}/api/companion/upload?x`,
    'https://appxexample.com/api/companion/upload',
  ])
    assert.doesNotMatch(elsewhere, pattern)
})

test('only sources with a key and a secret are offered', async () => {
  const sources = async (server) => (await fetch(`http://127.0.0.1:${port(server)}/companion/sources`)).json()
  assert.deepEqual(await sources(companion), ['url'])
  const more = await listen(
    createCompanion({
      COMPANION_SECRET: secret,
      COMPANION_GOOGLE_KEY: 'key',
      COMPANION_GOOGLE_SECRET: 'secret',
      COMPANION_DROPBOX_KEY: 'key',
    }),
  )
  assert.deepEqual(await sources(more), ['url', 'drive'])
})

test('the waiting socket receives the token of a sign-in begun by a page of the same origin only', async () => {
  const id = randomUUID()
  const home = `http://127.0.0.1:${port(signIn)}/companion`
  const socket = await openSocket(`${home}/api2/auth-callback/token/${id}`)
  let received = ''
  socket.on('data', (data) => (received += data))
  for (const site of ['cross-site', 'same-origin']) {
    const begun = await fetch(`${home}/drive/connect?authCallbackToken=${id}`, {
      redirect: 'manual',
      headers: { 'Sec-Fetch-Site': site },
    })
    const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    await fetch(`${home}/drive/send-token?uppyAuthToken=${site}`, { headers: { Cookie: cookies.join('; ') } })
  }
  while (!received.includes('{"token":"same-origin"}')) await once(socket, 'data')
  socket.destroy()
  // The socket receives tokens in order: the first one would have arrived by now.
  assert.ok(!received.includes('cross-site'))
})

async function openSocket(url) {
  const upgrade = request(url, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    },
  }).end()
  const [, socket] = await once(upgrade, 'upgrade')
  return socket
}

test('it listens on addresses of both families', () => {
  assert.deepEqual(listenOptions('0.0.0.0:3020'), { host: '0.0.0.0', port: 3020 })
  assert.deepEqual(listenOptions('[::]:3020'), { host: '::', port: 3020 })
})

test('it does not start without a secret', () => {
  assert.throws(() => createCompanion({ COMPANION_SECRET: 'short' }), /COMPANION_SECRET/)
})

test('what is logged of an error has no headers and no upload token', () => {
  const error = Object.assign(new Error('Response code 500'), {
    options: { headers: { authorization: 'Bearer x' } },
  })
  assert.equal(withoutSecrets(inspect(error)), 'Error: Response code 500')
  assert.equal(
    withoutSecrets('connection received from 0f8fad5b-d9cb-469f-a165-70867728950e'),
    'connection received from 0f8fad5b',
  )
})
