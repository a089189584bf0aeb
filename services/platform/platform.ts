import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'

/** Who asks: the claims of a verified access token. */
export interface Account {
  /** `sub`, a UUID: what rows are owned by. */
  readonly id: string
  readonly email: string
  readonly authMethod: string
  /** Whether the address is known to be theirs: `email_verified`. Without that claim it is not. */
  readonly emailVerified: boolean
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
  readonly operator: Operator
  readonly serviceCalls: ServiceCalls
  readonly http: HttpClient
  /**
   * The service's own schema; queries built on it name tables without the schema (raw SQL names them with it).
   * int8 comes as number; date and timestamp as text; timestamptz as Date, so select it `::text` where microseconds
   * count (cursors). Hand json as text. In a transaction use the transaction only: the embedded database has one
   * connection, and a query beside the transaction waits until it fails.
   */
  database<Tables>(service: string): Kysely<Tables>
  /** Creates the schema and applies `NNNN_name.sql` of the folder that are not applied yet; safe under two starts. */
  migrate(service: string, folder: URL): Promise<void>
}

export type ServiceName = 'identity' | 'storage' | 'photos' | 'site' | 'customers' | 'downloads' | 'exports' | 'push'

/** The configuration of the services process: what all share, and a section per service. */
export interface PlatformConfig {
  /** Absolute. */
  readonly dataDir: string
  /** Where browsers reach the product, without a trailing slash: `http://localhost:4000`. */
  readonly publicUrl: string
  /** Whether demo accounts and the operator's demo calls exist. */
  readonly demo: boolean
  /** Base URLs of the services, without a trailing slash, for calls from one to another. */
  readonly urls: Readonly<Record<ServiceName, string>>
  /** Undefined: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** Undefined: mails go to the outbox folder. */
  readonly smtpUrl: string | undefined
  /** Absolute: the folder of the message catalogues, `<locale>.json`. */
  readonly localesDir: string
  /** Whose `X-Forwarded-…` is believed: addresses, ranges, or `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[]
  /** Where older libraries are, which customers may bring in. */
  readonly legacy: LegacyConfig
  readonly storage: {
    readonly maxUploadBytes: number
    readonly maxPixels: number
    /** How many of its pictures, the newest, each demo library is given; undefined: all. */
    readonly demoPictures: number | undefined
  }
  readonly exports: {
    /** How large a file of an export becomes, unless a single photo is larger. */
    readonly chunkBytes: number
  }
}

/** A folder of this machine, or a place in a bucket; access keys of S3 are where its client looks for them by itself. */
export type LegacyConfig =
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      /** Empty, or with a slash at its end. */
      readonly prefix: string
      readonly endpoint: string | undefined
      readonly region: string | undefined
    }

/** A transaction of any schema: what work that belongs to it is written through. */
export interface OpenTransaction extends QueryExecutorProvider {
  readonly isTransaction: true
}

/** Durable work on the database: at least once, so handlers are idempotent. */
export interface Jobs {
  /** Declares a queue and its handler; before `start`. */
  define<Payload>(queue: JobQueue<Payload>): void
  /**
   * Queues a job in the transaction of the change that it follows from; after `start`.
   * `key`: at most one such job waits at a time; a further one is dropped.
   */
  enqueue(
    transaction: OpenTransaction,
    queue: string,
    payload: unknown,
    options?: { key?: string; delaySeconds?: number },
  ): Promise<void>
  start(): Promise<void>
  /** Lets running jobs end, up to the given time; what does not end is taken up again by the next start. */
  stop(milliseconds: number): Promise<void>
}

export interface JobQueue<Payload> {
  /** `<service>.<what>`, unique in the installation. */
  readonly name: string
  readonly payload: ZodType<Payload>
  /** Jobs at a time in this process. */
  readonly concurrency: number
  /** Runs after the first one; the pause doubles from 1 s to at most 60 s. */
  readonly retries: number
  readonly timeoutSeconds: number
  /** Also queued by the clock, UTC, with an empty object as payload: `17 3 * * *`. */
  readonly cron?: string
  /** `signal` fires on the timeout and when the process stops. */
  run(payload: Payload, signal: AbortSignal): Promise<void>
  /** Called when the last retry has failed; itself durable and repeated until it succeeds. */
  failed?(payload: Payload, error: unknown): Promise<void>
}

/** Bytes by key, in whatever a driver keeps them; there is one, for a folder. Keys are `a/b/c` of [A-Za-z0-9._-]. */
export interface Blobs {
  /**
   * Visible only when whole; replaces what was there. A local `file` stays where it is and must not change afterwards,
   * since the blob may share its bytes; deleting it does no harm. Of an iterable, each chunk is written before the next
   * one is asked for.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array> | Uint8Array | { readonly file: string },
    options: { contentType: string },
  ): Promise<{ size: number }>
  /** `range` is inclusive, in bytes. Null when there is none. RangeError when `range` begins behind the end. */
  get(key: string, range?: { start: number; end: number }): Promise<StoredBlob | null>
  /**
   * The bytes for one who reads all of them, each chunk good until the next one is asked for: reading so leaves nothing
   * for the collector. Null when there is none.
   */
  chunks(key: string): Promise<AsyncIterable<Buffer> | null>
  /** Runs with the path of a local file that has the bytes: only for reading, only while it runs. Null: no such blob. */
  withFile<Result>(key: string, run: (file: string) => Promise<Result>): Promise<Result | null>
  /** Deleting what is not there succeeds. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Stable for a day, valid for at least one more; or until `expires`, to the second, when that is given. `fileName` makes
   * it a download under that name.
   */
  signedUrl(key: string, options?: { fileName?: string; expires?: Date }): string
  /**
   * Checks the key and query of a signed URL as they came in. Throws a problem: 403 when altered, 410 when expired.
   * @returns the name to download under, and the second since 1970 at which the URL ends
   */
  verify(key: string, query: unknown): { readonly fileName: string | null; readonly expires: number }
}

export interface StoredBlob {
  /** Opened at the first read; destroy it when it is not read to its end. */
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
  /** Append last in a transaction: from here to its end it keeps other appenders waiting. */
  append(transaction: OpenTransaction, events: readonly Omit<PlatformEvent, 'position'>[]): Promise<void>
  /**
   * Handles each event of these types once and in order, in one transaction with the consumer's position.
   * An event that fails is tried again, and holds up those behind it. Declared before `start`.
   */
  consume<Tables>(consumer: EventConsumer<Tables>): void
  /** The position of the newest event of all; 0 before the first. */
  lastPosition(): Promise<number>
  /** Whether there is an event behind the position, of those that are still kept (30 days). */
  happened(filter: { owner: string; types: readonly string[]; after: number }): Promise<boolean>
  /**
   * Those of the owners who have events that a consumer has not handled. In a transaction that has appended none can come
   * in between: whoever is not named has none when it is committed.
   */
  unhandled(
    transaction: OpenTransaction,
    filter: { consumer: string; types: readonly string[]; owners: readonly string[] },
  ): Promise<ReadonlySet<string>>
  /** Live: what came after `after` (by default: from now on), until aborted. */
  subscribe(
    filter: { owner: string; types: readonly string[]; after?: number },
    signal: AbortSignal,
  ): AsyncIterable<readonly PlatformEvent[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface EventConsumer<Tables> {
  /** `<service>.<what>`, unique in the installation: its position is kept under it. */
  readonly name: string
  /** The service's own, as `platform.database` gives it: the transaction is one of it. */
  readonly database: Kysely<Tables>
  readonly types: readonly string[]
  /** Events of one transaction, at most; by default 100. */
  readonly pageSize?: number
  handle(events: readonly PlatformEvent[], transaction: Transaction<Tables>): Promise<void>
}

export interface Mail {
  /** Accepted by the SMTP server, or written to the outbox, when it resolves. */
  send(message: MailMessage): Promise<void>
}

export interface MailMessage {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

export interface Tokens {
  /** Throws a 401 problem when the token is not exactly right, a 503 one when the keys cannot be had. */
  verify(token: string): Promise<Account & { readonly expires: Date }>
  /** The same for a request's bearer token. */
  authenticate(request: FastifyRequest): Promise<Account>
}

/** The one who can read the data folder: `npm run token`, `npm run demo`. */
export interface Operator {
  /** Throws a 403 problem unless the header `X-Operator-Secret` is the content of `DATA_DIR/keys/operator`. */
  authorize(request: FastifyRequest): void
}

/** Calls that services make to each other on nobody's behalf: what a job does has no customer's token. */
export interface ServiceCalls {
  /** Throws a 403 problem unless the call is made by one of the services (`asService`). */
  authorize(request: FastifyRequest): void
}

/** Calls from one service to another. */
export interface HttpClient {
  /**
   * One call with a deadline (default 5,000 ms, over the whole answer); the body comes back as JSON, checked.
   * @throws UpstreamError when there is no answer, a status outside 2xx, or a body that is not as `answer` says
   */
  call<Answer>(request: {
    readonly url: string
    readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly body?: unknown
    /** Sent as it comes, in place of a body. */
    readonly content?: Readable
    readonly token?: string
    /** Whether the call is the service's own, and nobody's who has a token. Only to URLs of the configuration. */
    readonly asService?: boolean
    readonly correlationId?: string
    readonly deadlineMilliseconds?: number
    readonly answer: ZodType<Answer>
  }): Promise<Answer>
}

/** A service: its routes are registered below `/<name>`. */
export interface Service {
  readonly name: ServiceName
  /** Migrates, declares jobs and consumers, registers routes. Never listens. */
  register(app: FastifyInstance, platform: Platform): Promise<void>
  /** Fills an empty installation with demo data; called after start when `config.demo`. Idempotent. */
  demo?(platform: Platform): Promise<void>
}
