import { createCompanion } from './companion.mjs'

const address = process.env.COMPANION_ADDR || '127.0.0.1:3020'
const { hostname, port } = new URL(`http://${address}`)
const server = createCompanion(process.env)
server.listen(Number(port), hostname, () => console.log(`Companion listens on ${address}.`))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
