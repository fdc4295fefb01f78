// Companion fetches files for people from Google Drive, Dropbox and links, and sends them to the edge, which imports
// them. It knows no accounts: only the edge reaches it, lets signed-in people through, and takes a file from it by the
// ticket that it gave the person. It keeps nothing but the sign-ins to Google and Dropbox that are under way.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as uppy from '@uppy/companion'
import express from 'express'
import session from 'express-session'
import { announceSignIns } from './sign-in.mjs'

const path = '/companion'
/** What the edge takes at most. */
const maxFileSize = 10 * 1024 ** 3
/** How long somebody may take to sign in to Google or Dropbox, in ms. */
const signInTime = 10 * 60 * 1000

/** Makes the server; README.md says what the settings of the environment are. */
export function createCompanion(environment) {
  const secret = environment.COMPANION_SECRET ?? ''
  if (secret.length < 32) throw new Error('COMPANION_SECRET must have at least 32 characters.')
  const edge = new URL(environment.PUBLIC_URL || 'http://127.0.0.1:8080')
  const providers = configuredProviders(environment)

  // Companion logs errors with the requests they are about, whose headers have tokens of Google and Dropbox and our
  // tickets; anywhere but in production it logs tokens on their own, too.
  process.env.NODE_ENV = 'production'
  console.log = (...words) => process.stdout.write(`${words.map(withoutSecrets).join(' ')}\n`)
  const { app: companion, emitter } = uppy.app({
    secret,
    providerOptions: providers,
    server: { host: edge.host, protocol: edge.protocol.slice(0, -1), path },
    filePath: mkdtempSync(join(tmpdir(), 'upslope-companion-')),
    enableUrlEndpoint: true,
    allowLocalUrls: false, // it refuses names that resolve to internal addresses, too
    uploadUrls: [uploadPattern(edge.origin)],
    corsOrigins: edge.origin,
    maxFileSize,
    metrics: false,
  })

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', true) // which is the edge
  app.get(`${path}/sources`, (_, answer) => answer.json(['url', ...Object.keys(providers)]))
  app.use(
    session({
      name: 'companion',
      secret,
      resave: false,
      saveUninitialized: false,
      cookie: { path, httpOnly: true, sameSite: 'lax', secure: edge.protocol === 'https:', maxAge: signInTime },
    }),
  )
  announceSignIns(app, path, emitter)
  app.use(path, companion)
  const server = createServer(app)
  uppy.socket(server)
  return server
}

/** The providers of which both the key and the secret are set, under Companion's names. */
function configuredProviders(environment) {
  const all = {
    drive: { key: environment.COMPANION_GOOGLE_KEY, secret: environment.COMPANION_GOOGLE_SECRET },
    dropbox: { key: environment.COMPANION_DROPBOX_KEY, secret: environment.COMPANION_DROPBOX_SECRET },
  }
  return Object.fromEntries(Object.entries(all).filter(([, { key, secret }]) => key && secret))
}

/** The one address that files are sent to, as the regular expression that Companion takes it for. */
export function uploadPattern(edge) {
  return `^${`${edge}/api/companion/upload`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}

/** The first line of a message, which names no header, without the ids by which an upload can be followed. */
export function withoutSecrets(message) {
  const [line] = String(message).split('\n', 1)
  return line.replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1')
}
