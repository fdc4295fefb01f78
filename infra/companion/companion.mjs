// Fetches users' files from Google Drive, Dropbox and URLs and uploads them to the edge, which imports them.
// It knows no accounts: only the edge reaches it, forwards signed-in users, and takes files with its tickets.
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as uppy from '@uppy/companion'
import express from 'express'
import session from 'express-session'
import { announceSignIns } from './sign-in.mjs'

const path = '/companion'
/** The edge's limit. */
const maxFileSize = 10 * 1024 ** 3
/** The time limit of a sign-in to Google or Dropbox, in ms. */
const signInTimeout = 10 * 60 * 1000

/** Creates the server; README.md lists its environment variables. */
export function createCompanion(environment) {
  const secret = environment.COMPANION_SECRET ?? ''
  if (secret.length < 32) throw new Error('COMPANION_SECRET must have at least 32 characters.')
  const edge = new URL(environment.PUBLIC_URL || 'http://127.0.0.1:8080')
  const providers = configuredProviders(environment)

  // Companion logs errors with their requests, whose headers contain provider tokens and our tickets; outside
  // production it also logs tokens.
  process.env.NODE_ENV = 'production'
  console.log = (...messages) => process.stdout.write(`${messages.map(withoutSecrets).join(' ')}\n`)
  const { app: companion, emitter } = uppy.app({
    secret,
    providerOptions: providers,
    server: { host: edge.host, protocol: edge.protocol.slice(0, -1), path },
    filePath: mkdtempSync(join(tmpdir(), 'upslope-companion-')),
    enableUrlEndpoint: true,
    allowLocalUrls: false, // nor names that resolve to internal addresses
    uploadUrls: [uploadPattern(edge.origin)],
    corsOrigins: edge.origin,
    maxFileSize,
    metrics: false,
  })

  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', true) // the edge
  app.get(`${path}/sources`, (_, response) => response.json(['url', ...Object.keys(providers)]))
  app.use(
    session({
      name: 'companion',
      secret,
      resave: false,
      saveUninitialized: false,
      cookie: { path, httpOnly: true, sameSite: 'lax', secure: edge.protocol === 'https:', maxAge: signInTimeout },
    }),
  )
  announceSignIns(app, path, emitter)
  app.use(path, companion)
  const server = createServer(app)
  uppy.socket(server)
  return server
}

/** The providers with both a key and a secret, by their names in Companion. */
function configuredProviders(environment) {
  const all = {
    drive: { key: environment.COMPANION_GOOGLE_KEY, secret: environment.COMPANION_GOOGLE_SECRET },
    dropbox: { key: environment.COMPANION_DROPBOX_KEY, secret: environment.COMPANION_DROPBOX_SECRET },
  }
  return Object.fromEntries(Object.entries(all).filter(([, { key, secret }]) => key && secret))
}

/** An address such as 127.0.0.1:3020 or [::]:3020, as Node.js takes it. */
export function listenOptions(address) {
  const { hostname, port } = new URL(`http://${address}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** The only allowed upload address, as the regular expression that Companion expects. */
export function uploadPattern(edge) {
  return `^${`${edge}/api/companion/upload`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}

/** The first line of a message, which has no headers, with upload tokens cut short. */
export function withoutSecrets(message) {
  const [line] = String(message).split('\n', 1)
  return line.replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1')
}
