import type { Readable } from 'node:stream'
import type { Kysely, Transaction } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'

/** Who asks: the claims of a verified access token. */
export interface Account {
  /** `sub`, a UUID: what rows are owned by. */
  readonly id: string
  readonly email: string
  readonly authMethod: string
}

/** What every service is given: the shared ground it stands on. */
export interface Platform {
  readonly config: PlatformConfig
  readonly log: Logger
  readonly jobs: Jobs
  readonly blobs: Blobs
  readonly events: Events
  readonly mail: Mail
  readonly tokens: Tokens
  /** The service's own schema; queries built on it name tables without the schema. */
  database<Tables>(service: string): Kysely<Tables>
  /** Applies `NNNN_name.sql` of the folder that are not applied yet; safe under two starts at once. */
  migrate(service: string, folder: URL): Promise<void>
}

/** The part of the configuration that all services share. */
export interface PlatformConfig {
  readonly dataDir: string
  /** Where browsers reach the product, without a trailing slash: `http://localhost:4000`. */
  readonly publicUrl: string
  /** Whether demo accounts and the operator's demo calls exist. */
  readonly demo: boolean
  /** Base URLs of the services, for calls from one to another. */
  readonly urls: Readonly<Record<'identity' | 'storage' | 'photos' | 'site', string>>
}

/** Durable work on the database: at least once, so handlers are idempotent. */
export interface Jobs {
  /** Declares a queue and its handler; before `start`. */
  define<Payload>(queue: JobQueue<Payload>): void
  /** Queues a job in the transaction of the change that it follows from. `key`: at most one such job waits at a time. */
  enqueue(transaction: Transaction<never> | Transaction<any>, queue: string, payload: unknown, options?: { key?: string; delaySeconds?: number }): Promise<void>
  start(): Promise<void>
  /** Lets running jobs end, up to the given time; what does not end is taken up again by the next start. */
  stop(milliseconds: number): Promise<void>
}

export interface JobQueue<Payload> {
  readonly name: string
  readonly payload: ZodType<Payload>
  readonly concurrency: number
  readonly retries: number
  readonly timeoutSeconds: number
  run(payload: Payload, signal: AbortSignal): Promise<void>
  /** Called once when the last retry has failed. */
  failed?(payload: Payload, error: unknown): Promise<void>
}

/** Bytes by key. Two drivers: a folder, and later S3. Keys are `a/b/c` of [A-Za-z0-9._-]. */
export interface Blobs {
  /** Visible only when whole; replaces what was there. */
  put(key: string, content: Readable | Uint8Array, options: { contentType: string }): Promise<{ size: number }>
  /** `range` is inclusive, in bytes. Null when there is none. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredBlob | null>
  /** Deleting what is not there succeeds. */
  delete(keys: readonly string[]): Promise<void>
  /** Stable for a day, valid for at least one more. `fileName` makes it a download under that name. */
  signedUrl(key: string, options?: { fileName?: string }): string
}

export interface StoredBlob {
  readonly stream: Readable
  /** Bytes of the whole blob. */
  readonly size: number
  readonly contentType: string
  readonly modified: Date
}

export interface PlatformEvent {
  /** Rises in commit order. */
  readonly position: number
  readonly type: string
  /** The account it concerns. */
  readonly owner: string
  readonly data: unknown
}

/** Facts, written in the transaction of the change that they tell of. */
export interface Events {
  append(transaction: Transaction<any>, events: readonly Omit<PlatformEvent, 'position'>[]): Promise<void>
  /** Handles each event of these types once and in order, in one transaction with the consumer's position. Declared before `start`. */
  consume(consumer: { name: string; types: readonly string[]; handle(events: readonly PlatformEvent[], transaction: Transaction<any>): Promise<void> }): void
  /** Live: what came after `after` (by default: from now on), until aborted. */
  subscribe(filter: { owner: string; types: readonly string[]; after?: number }, signal: AbortSignal): AsyncIterable<readonly PlatformEvent[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Mail {
  send(message: { to: string; from: string; subject: string; text: string; html?: string }): Promise<void>
}

export interface Tokens {
  /** Throws a 401 problem when the token is not exactly right. */
  verify(token: string): Promise<Account & { readonly expires: Date }>
  /** The same for a request's bearer token. */
  authenticate(request: FastifyRequest): Promise<Account>
}

/** A service: its routes are registered below `/<name>`. */
export interface Service {
  readonly name: string
  /** Migrates, declares jobs and consumers, registers routes. Never listens. */
  register(app: FastifyInstance, platform: Platform): Promise<void>
  /** Fills an empty installation with demo data; called after start when `config.demo`. Idempotent. */
  demo?(platform: Platform): Promise<void>
}
