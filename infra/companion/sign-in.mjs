// Version 6 of the upload widget waits on a socket for the token of a sign-in. Companion 6.2 posts it only to the
// opener window, which no longer listens, so this forwards it to the socket.

const isId = /^[0-9a-f-]{36}$/

/** Sends the tokens of sign-ins below path to waiting sockets. Mount it between the session and Companion. */
export function announceSignIns(app, path, emitter) {
  app.get(`${path}/:provider/connect`, (ask, _, next) => {
    const id = String(ask.query.authCallbackToken)
    // Otherwise another site could open this URL with an id of its own, and wait for the token.
    if (isId.test(id) && ask.get('Sec-Fetch-Site') === 'same-origin') ask.session.awaitedBy = id
    else delete ask.session.awaitedBy
    next()
  })
  app.get(`${path}/:provider/send-token`, (ask, _, next) => {
    const { awaitedBy } = ask.session
    delete ask.session.awaitedBy
    if (awaitedBy) emitter.emit(socketPath(path, awaitedBy), { token: String(ask.query.uppyAuthToken) })
    next()
  })
}

/** Companion forwards events emitted under a socket's id. */
const socketPath = (path, id) => `${path}/api2/auth-callback/token/${id}`
