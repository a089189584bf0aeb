import type { RawData, WebSocket } from 'ws'

/** Resolves when the message has left the process; rejects when the socket is closed. */
export async function sendAndWait(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.send(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** The text of a message, however it came in. */
export function messageOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
