import { createCompanion, listenOptions } from './companion.mjs'

const address = process.env.COMPANION_ADDR || '127.0.0.1:3020'
const server = createCompanion(process.env)
server.listen(listenOptions(address), () => console.log(`Companion listens on ${address}.`))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
