import type { RawData, WebSocket } from 'ws'

/** Resolves once the message was written to the network; rejects if the socket is closed. */
export async function sendAndWait(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** The text of a message, in whichever form the socket delivers it. */
export function messageOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
