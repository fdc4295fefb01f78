// The upload widget of version 6 waits on a socket for the token of a sign-in to Google or Dropbox. Companion 6.2 only
// gives it to the window that opened the sign-in, which no longer listens. So what Companion has for that window is sent
// to the socket as well.

const isId = /^[0-9a-f-]{36}$/

/** Sends the tokens of sign-ins below path to the sockets that wait for them. Sessions come before, Companion after. */
export function announceSignIns(app, path, emitter) {
  app.get(`${path}/:provider/connect`, (ask, _, next) => {
    const id = String(ask.query.authCallbackToken)
    // Another site could open this address with an id of its own, and wait for the token.
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

/** Companion sends a socket what is emitted under its address. */
const socketPath = (path, id) => `${path}/api2/auth-callback/token/${id}`
