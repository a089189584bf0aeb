import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { type Socket, connect } from 'node:net'
import { join } from 'node:path'
import { type Customer, until } from './customer.ts'

/**
 * Starts a PATCH that announces all bytes, but sends only the first `count`. The connection stays open.
 * @param offset how many bytes of the upload have arrived before
 */
export async function sendPart(
  url: string,
  customer: Customer,
  location: string,
  bytes: Buffer,
  count: number,
  offset = 0,
): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const head = [
    `PATCH ${location} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${await customer.token()}`,
    'Tus-Resumable: 1.0.0',
    `Upload-Offset: ${offset}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytes.length}`,
  ]
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, count), () => resolve()))
  return socket
}

/**
 * Waits until a file of a folder has exactly these bytes. Other files may come and go meanwhile: the pictures of earlier
 * photos are made in the scratch folder.
 * @returns the path of the file
 */
export async function untilInFolder(folder: string, bytes: Buffer): Promise<string> {
  return until(async () => {
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      const content = await readFile(file).catch(() => null)
      if (content?.equals(bytes)) return file
    }
    return null
  }, 'the bytes that were sent')
}
