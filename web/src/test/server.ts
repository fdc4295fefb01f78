import { setupServer } from 'msw/node'
import { user } from './fixtures'
import { answer } from './handlers'

/** Answers the requests of tests; an unexpected one is an error. Every screen asks what its user may do. */
export const server = setupServer(answer('/api/auth/user', user))
