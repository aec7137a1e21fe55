// Loaded before the server of the suite, which would listen on all interfaces.
const { Server } = require('node:net')

const listen = Server.prototype.listen
Server.prototype.listen = function (port) {
  return listen.call(this, { port: Number(port), host: '127.0.0.1' })
}
