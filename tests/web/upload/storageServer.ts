import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'

interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly offset: string | undefined
  readonly token: string
  readonly correlationId: string | undefined
}

/** A real tus server that answers as storage does, and can simulate failures. */
export class StorageServer {
  readonly seen: SeenRequest[] = []
  /** The tokens that the server accepts. */
  readonly tokens = new Set(['token-1'])
  /** One number for each of the next requests with a body: after this many stored bytes the connection is cut. */
  readonly cuts: number[] = []
  /** How many of the next requests are answered with 503. */
  failures = 0
  /** How many of the next requests are answered with `limit` and `Retry-After`. */
  requestsToLimit = 0
  /** The status and the code of the answers that `requestsToLimit` counts. */
  limit: readonly [status: number, code: string] = [429, 'RATE_LIMITED']
  /**
   * How many of the next requests with a body are answered with 409, as if bytes of an earlier, broken request had
   * arrived meanwhile.
   */
  conflicts = 0
  /** While true, every answer is 403, which neither refuses the file nor causes an automatic retry. */
  isForbidding = false
  /** How many of the next final responses are lost: the server stores the bytes, decides, and cuts the connection. */
  answersToLose = 0
  /** While true, accepted files are still being processed: they are not in the library yet. */
  isBusy = false
  /** While set, requests with a body are read only after this promise has resolved. */
  gate: Promise<void> | null = null

  /** While set, requests for the outcome of one upload are answered only after this promise has resolved. */
  outcomeGate: Promise<void> | null = null

  /** How many of the next requests are accepted but never answered. */
  requestsToHold = 0

  /** If set, new uploads get URLs at this other endpoint. */
  redirectCreationTo: string | null = null

  /** How often the storage space was requested. */
  usageRequests = 0
  /** The storage space of the account; null if there is no quota. */
  usage: { storedBytes: number; announcedBytes: number; quotaBytes: number } | null = null

  /** While true, the server creates no uploads for visitors. */
  isFullForVisitors = false
  /** While true, visitors cannot send bytes to their uploads. */
  isFullForContinuing = false
  /** Until when files of visitors, who send no token, are kept. Add the empty token to `tokens` to accept visitors. */
  keptUntil = '2100-01-02T03:04:00.000Z'

  readonly #checksums = new Set<string>()
  readonly #decisions = new Map<string, Record<string, unknown>>()
  readonly #folder: string
  readonly #http: Server
  readonly #tus: TusServer

  private constructor(folder: string) {
    this.#folder = folder
    this.#tus = new TusServer({
      path: '/storage/files',
      datastore: new CuttableStore(folder, this),
      maxSize: 5_000_000,
      allowedHeaders: ['X-Correlation-Id'],
      onUploadFinish: async (_request, upload) => this.#decide(upload.id),
    })
    this.#http = createServer((request, response) => {
      if (request.url === '/storage/usage' && request.method === 'GET') this.#answerUsage(request, response)
      else void this.#handle(request, response)
    })
  }

  static async start(): Promise<StorageServer> {
    const server = new StorageServer(await mkdtemp(join(tmpdir(), 'upload-test-')))
    await new Promise<void>((resolve) => server.#http.listen(0, '127.0.0.1', resolve))
    return server
  }

  get endpoint(): string {
    // A server that listens on a port has an address of this type.
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/storage/files`
  }

  /** The number of uploads that the server has accepted or refused. */
  get decisions(): number {
    return this.#decisions.size
  }

  get patches(): SeenRequest[] {
    return this.seen.filter(({ method }) => method === 'PATCH')
  }

  requests(method: string): SeenRequest[] {
    return this.seen.filter((request) => request.method === method)
  }

  /** The received bytes of an upload; null if it does not exist. */
  async bytesOf(uploadUrl: string): Promise<string | null> {
    return readFile(join(this.#folder, uploadUrl.split('/').at(-1) ?? ''), 'latin1').catch(() => null)
  }

  /** Deletes all unfinished uploads, as if they had expired. */
  async forgetUploads(): Promise<void> {
    for (const file of await readdir(this.#folder)) await rm(join(this.#folder, file))
    this.#decisions.clear()
  }

  cutConnections(): void {
    this.#http.closeAllConnections()
  }

  async stop(): Promise<void> {
    this.cutConnections()
    await new Promise((resolve) => this.#http.close(resolve))
    // Data that was being written when the connections were cut may still arrive in the folder, so try again.
    await rm(this.#folder, { recursive: true, maxRetries: 5, retryDelay: 50 })
  }

  #record({ method = '', url: path = '', headers }: IncomingMessage, token: string): void {
    const [offset, correlationId] = [headers['upload-offset'], headers['x-correlation-id']]
    this.seen.push({ method, path, offset: offset?.toString(), token, correlationId: correlationId?.toString() })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (request.method === 'OPTIONS') return this.#tus.handle(request, response)
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    this.#record(request, token)
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*')
    if (!this.tokens.has(token)) return problem(response, 401, 'UNAUTHENTICATED')
    if (this.isForbidding) return problem(response, 403, 'FORBIDDEN')
    if (this.failures > 0) {
      this.failures -= 1
      return problem(response, 503, 'UNAVAILABLE')
    }
    if (this.requestsToLimit > 0) return this.#limit(response)
    if (token === '' && this.#answerVisitor(request, response)) return undefined
    if (request.url?.startsWith('/storage/uploads')) return this.#answerOutcomes(request.url, response)
    return this.#handleFile(request, response)
  }

  #answerUsage({ headers }: IncomingMessage, response: ServerResponse): void {
    this.usageRequests += 1
    const type = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': headers.origin ?? '*' }
    response.writeHead(200, type)
    response.end(JSON.stringify(this.usage ?? { storedBytes: 0, announcedBytes: 0, quotaBytes: null }))
  }

  /** How many more bytes fit into the storage space. */
  #room(): number {
    if (this.usage === null) return Number.POSITIVE_INFINITY
    return this.usage.quotaBytes - this.usage.storedBytes - this.usage.announcedBytes
  }

  #limit(response: ServerResponse): void {
    this.requestsToLimit -= 1
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After')
    response.setHeader('Retry-After', '1')
    problem(response, ...this.limit)
  }

  async #handleFile(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    if (this.requestsToHold > 0) {
      this.requestsToHold -= 1
      return undefined
    }
    if (request.method === 'POST' && Number(request.headers['upload-length']) > this.#room()) {
      return problem(response, 413, 'QUOTA_EXCEEDED')
    }
    if (request.method === 'POST' && this.redirectCreationTo !== null) {
      response.writeHead(201, { Location: `${this.redirectCreationTo}/elsewhere`, ...exposed })
      return response.end()
    }
    if (request.method === 'PATCH') await this.gate
    if (request.method === 'PATCH' && this.conflicts > 0) {
      this.conflicts -= 1
      return problem(response, 409, 'WRONG_OFFSET')
    }
    if (request.method === 'DELETE' && this.#decisions.has(request.url?.split('/').at(-1) ?? '')) {
      return problem(response, 409, 'UPLOAD_FINISHED')
    }
    return this.#tus.handle(request, response)
  }

  /** Refuses a file that the server had accepted before. */
  refuseLate(uploadUrl: string, code: string): void {
    const uploadId = uploadUrl.split('/').at(-1) ?? ''
    this.#decisions.set(uploadId, { uploadId, state: 'REJECTED', code })
  }

  #answerProcessing(response: ServerResponse): void {
    const kept = [...this.#decisions.values()].filter((decision) => decision['state'] === 'READY')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ count: this.isBusy ? kept.length : 0, uploads: [] }))
  }

  /** Answers the calls whose answer is different for visitors. Returns false for all other calls. */
  #answerVisitor({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const isCreation = method === 'POST' && this.isFullForVisitors
    const isContinuing = method === 'PATCH' && this.isFullForContinuing
    if (isCreation) problem(response, 429, 'ANONYMOUS_LIMIT_REACHED')
    if (isContinuing) problem(response, 507, 'ANONYMOUS_STORAGE_FULL')
    if (isCreation || isContinuing || !url.startsWith('/storage/uploads/')) return isCreation || isContinuing
    const uploadId = new URL(url, this.endpoint).pathname.split('/')[3] ?? ''
    if (this.#decisions.has(uploadId))
      response.end(JSON.stringify({ uploadId, state: 'RECEIVED', keptUntil: this.keptUntil }))
    else problem(response, 404, 'UPLOAD_NOT_FOUND')
    return true
  }

  async #answerOutcomes(path: string, response: ServerResponse): Promise<void> {
    if (path === '/storage/uploads/processing') return this.#answerProcessing(response)
    if (!path.includes('?ids=')) await this.outcomeGate
    const { pathname, searchParams } = new URL(path, this.endpoint)
    const id = pathname.split('/')[3]
    const ids = id === undefined ? (searchParams.get('ids')?.split(',') ?? []) : [id]
    const found = ids.map((one) => this.#decisions.get(one)).filter((one) => one !== undefined)
    const uploads = found.map((one) =>
      this.isBusy && one['state'] === 'READY' ? { ...one, state: 'PROCESSING' } : one,
    )
    if (id !== undefined && uploads.length === 0) return problem(response, 404, 'UPLOAD_NOT_FOUND')
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(id === undefined ? { uploads } : uploads[0]))
  }

  async #decide(uploadId: string) {
    const bytes = await readFile(join(this.#folder, uploadId))
    const code = refusalOf(bytes.toString('latin1', 0, 40))
    const checksum = createHash('sha256').update(bytes).digest('hex')
    const duplicate = this.#checksums.has(checksum)
    if (code === null) this.#checksums.add(checksum)
    const pictureProblem = bytes.toString('latin1').startsWith('notShown') ? { pictureProblem: 'UNREADABLE' } : {}
    const stored = { uploadId, imageId: randomUUID(), duplicate, ...pictureProblem }
    this.#decisions.set(uploadId, code ? { uploadId, state: 'REJECTED', code } : { ...stored, state: 'READY' })
    if (this.answersToLose > 0) {
      this.answersToLose -= 1
      this.cutConnections()
    }
    return {}
  }
}

/** Stores exactly the bytes that have arrived when the connection is cut. */
class CuttableStore extends FileStore {
  readonly #server: StorageServer

  constructor(folder: string, server: StorageServer) {
    super({ directory: folder })
    this.#server = server
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const limit = this.#server.cuts.shift()
    if (limit === undefined) return super.write(stream, id, offset)
    const end = await super.write(Readable.from(firstBytes(stream, limit)), id, offset)
    this.#server.cutConnections()
    return end
  }
}

async function* firstBytes(stream: Readable, limit: number): AsyncGenerator<Buffer> {
  let missing = limit
  // Bodies of requests are read as buffers.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, missing)
    missing -= chunk.length
    if (missing <= 0) return
  }
}

/** The code with which storage refuses a file, read from the first bytes of the file; null if storage accepts it. */
function refusalOf(start: string): string | null {
  return /^refuse:([A-Z_]+)/.exec(start)?.[1] ?? null
}

const exposed = { 'Access-Control-Expose-Headers': 'Location' }

function problem(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' })
  response.end(JSON.stringify({ status, code, title: code }))
}
