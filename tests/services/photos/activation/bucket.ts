import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

export const bucketKeys = { AWS_ACCESS_KEY_ID: 'AKIAOLDER', AWS_SECRET_ACCESS_KEY: 'secret' }
const bucket = 'older'
const keysPerPage = 3

/**
 * A server with the two S3 calls that reading needs. It serves the files of a folder over real HTTP. Accepts only
 * path-style, signed requests (version 4; signatures are not checked) without checksum headers. Returns short pages,
 * and fails on demand.
 */
export class Bucket {
  readonly asked: string[] = []
  isDown = false
  /** True to answer without the length of the content. */
  isUnmeasured = false
  readonly #server: Server
  readonly #root: string
  readonly #prefix: string

  constructor(root: string, prefix = '') {
    this.#root = root
    this.#prefix = prefix
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      )
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    // The cast is safe: the address of a TCP server is an object with a port.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://bucket')
    this.asked.push(`${request.method} ${request.url}`)
    if (this.isDown) return fail(response, 503, 'SlowDown')
    const authorization = request.headers.authorization ?? ''
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${bucketKeys.AWS_ACCESS_KEY_ID}/`)) {
      return fail(response, 403, 'AccessDenied')
    }
    if (Object.keys(request.headers).some((name) => name.startsWith('x-amz-checksum'))) {
      return fail(response, 501, 'NotImplemented')
    }
    const [, first, ...rest] = decodeURIComponent(url.pathname).split('/')
    if (first !== bucket) return fail(response, 404, 'NoSuchBucket')
    if (url.searchParams.get('list-type') === '2') return this.#list(url.searchParams, response)
    return this.#get(rest.join('/'), response)
  }

  async #list(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const prefix = query.get('prefix') ?? ''
    const maximum = Math.min(Number(query.get('max-keys') ?? keysPerPage), keysPerPage)
    const after = query.get('continuation-token')
    const all = (await this.#keys()).filter((key) => key.startsWith(prefix))
    const left = after === null ? all : all.filter((key) => key > Buffer.from(after, 'base64url').toString())
    const page = left.slice(0, maximum)
    const next = left.length > maximum ? Buffer.from(page.at(-1) ?? '').toString('base64url') : null
    const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (key: string) => key
    response.setHeader('content-type', 'application/xml')
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${next !== null}</IsTruncated>` +
        (next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`) +
        page.map((key) => `<Contents><Key>${encode(key)}</Key><Size>1</Size></Contents>`).join('') +
        '</ListBucketResult>',
    )
  }

  async #get(key: string, response: ServerResponse): Promise<void> {
    const file = key.startsWith(this.#prefix) ? join(this.#root, key.slice(this.#prefix.length)) : null
    const content = file === null ? null : await readFile(file).catch(() => null)
    if (!content) return fail(response, 404, 'NoSuchKey')
    if (!this.isUnmeasured) response.setHeader('content-length', content.length)
    response.write(content)
    response.end()
  }

  async #keys(): Promise<string[]> {
    const entries = await readdir(this.#root, { recursive: true, withFileTypes: true })
    const keys = entries
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => {
        const path = relative(this.#root, join(entry.parentPath, entry.name))
        // S3 consoles create such keys, with a slash at the end, for folders.
        return this.#prefix + (entry.isDirectory() ? `${path}/` : path)
      })
    return keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
