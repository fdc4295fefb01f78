import { setupServer } from 'msw/node'

/** Answers the requests of tests; an unexpected request is an error. */
export const server = setupServer()
