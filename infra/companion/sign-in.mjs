// Uppy 6 waits on a socket for the token of a sign-in to Google or Dropbox, but Companion 6.2 only sends it
// to the window that opened the sign-in, which no longer listens. So the token is sent to the socket as well.

const isId = /^[0-9a-f-]{36}$/

/** Sends tokens of sign-ins to the waiting sockets. Mount it after the session and before Companion. */
export function announceSignIns(app, path, emitter) {
  app.get(`${path}/:provider/connect`, (request, _, next) => {
    const id = String(request.query.authCallbackToken)
    // Another site could open this address with its own id and wait for the token.
    if (isId.test(id) && request.get('Sec-Fetch-Site') === 'same-origin') request.session.socketId = id
    else delete request.session.socketId
    next()
  })
  app.get(`${path}/:provider/send-token`, (request, _, next) => {
    const { socketId } = request.session
    delete request.session.socketId
    if (socketId) emitter.emit(socketPath(path, socketId), { token: String(request.query.uppyAuthToken) })
    next()
  })
}

/** The event name under which Companion forwards to a socket: the socket's path. */
const socketPath = (path, id) => `${path}/api2/auth-callback/token/${id}`
