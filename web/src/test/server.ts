import { setupServer } from 'msw/node'

/** Answers the requests of tests; a request that no test expects is an error. */
export const server = setupServer()
