import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from './customer.ts'
import type { Client } from './client.ts'

const tus = { 'tus-resumable': '1.0.0' }
const chunkType = { 'content-type': 'application/offset+octet-stream' }
const resumeMilliseconds = 1_000
/** How long (ms) a client tries to complete an upload. */
const patience = 120_000
const conflicts: ReadonlySet<number> = new Set([409, 423])

/** Uploads photos by tus: each in one request, or in two chunks, where the client resumes after each failure. */
export class Uploads {
  readonly #client: Client
  readonly #picture: Buffer

  /** @param picture a JPEG, of which each photo is a variant */
  constructor(client: Client, picture: Buffer) {
    this.#client = client
    this.#picture = picture
  }

  /** Creates an upload and sends the photo in the same request, without retries. @throws what the operation throws */
  async sendAtOnce(number: number): Promise<void> {
    const content = this.#photo(number)
    const answer = await this.#client.operations.note('upload', async () =>
      this.#client.customer.fetch('/storage/files', {
        method: 'POST',
        body: new Uint8Array(content),
        headers: { ...headersOf(number, content), ...chunkType },
      }),
    )
    if (answer.headers.get('upload-offset') !== String(content.length)) throw new Error('The upload is not complete.')
    this.#acknowledge(idIn(answer), content)
  }

  /** Creates an upload, and sends it in two chunks. After a failure, asks for the offset, as a tus client does. */
  async sendInChunks(number: number): Promise<void> {
    const content = this.#photo(number)
    const headers = headersOf(number, content)
    const create = async () => idIn(await this.#client.customer.fetch('/storage/files', { method: 'POST', headers }))
    const id = await this.#client.operations.note('upload', create)
    const end = performance.now() + patience
    for (let offset: number | null = 0; offset !== content.length;) {
      if (performance.now() > end) {
        this.#client.ledger.lost.push(`upload ${id} cannot be completed`)
        return
      }
      offset = offset === null ? await this.#offsetOf(id) : await this.#append(id, content, offset)
      if (offset === null) await pause(resumeMilliseconds)
    }
    this.#acknowledge(id, content)
  }

  /** Null after a failure. */
  async #append(id: string, content: Buffer, offset: number): Promise<number | null> {
    const chunk = content.subarray(offset, offset + Math.ceil(content.length / 2))
    const send = async () =>
      this.#client.customer.fetch(`/storage/files/${id}`, {
        method: 'PATCH',
        body: new Uint8Array(chunk),
        headers: { ...tus, ...chunkType, 'upload-offset': String(offset) },
      })
    return this.#offsetIn(send)
  }

  async #offsetOf(id: string): Promise<number | null> {
    return this.#offsetIn(async () =>
      this.#client.customer.fetch(`/storage/files/${id}`, { method: 'HEAD', headers: tus }),
    )
  }

  async #offsetIn(send: () => Promise<Response>): Promise<number | null> {
    try {
      const { headers } = await this.#client.operations.note('upload', async () =>
        // A conflict is no failure: an earlier chunk may have arrived although its answer was lost.
        send().catch((error: unknown) => {
          if (error instanceof Refusal && conflicts.has(error.status)) return new Response()
          throw error
        }),
      )
      const offset = headers.get('upload-offset')
      return offset === null ? null : Number(offset)
    } catch {
      return null
    }
  }

  /** Makes a different photo for each number: adds bytes after the end of the JPEG. */
  #photo(number: number): Buffer {
    const content = Buffer.concat([this.#picture, Buffer.from(`photo ${number}`)])
    this.#client.ledger.sent.add(checksumOf(content))
    return content
  }

  #acknowledge(id: string, content: Buffer): void {
    this.#client.ledger.uploads.set(id, checksumOf(content))
  }
}

/** The SHA-256 in hexadecimal, as the database has it. */
export function checksumOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function headersOf(number: number, content: Buffer): Record<string, string> {
  const fileName = Buffer.from(`${number}.jpg`).toString('base64')
  return { ...tus, 'upload-length': String(content.length), 'upload-metadata': `filename ${fileName}` }
}

function idIn({ headers }: Response): string {
  return headers.get('location')?.split('/').at(-1) ?? ''
}
