import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { ZodType } from 'zod'
import type { Clients } from '../../clients/clients.ts'
import type { ApiScope } from '../../schema/rules/scopes.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { BucketConfig } from './blobs/bucket.ts'
import type { BlobsConfig } from './blobs/openBlobs.ts'
import type { Brands } from './brands/brands.ts'
import type { ServiceApp, Traffic } from './contract.ts'
import type { RequestLimits } from './limits/requestLimits.ts'
import type { LimitSettings } from './limits/settings.ts'
import type { ServerSettings } from './serverDatabase.ts'

/** The limits of uploads that visitors make before they sign in. */
export interface AnonymousLimits {
  /** How many uploads an address group may create per day. */
  readonly uploadsPerAddress: number
  /** How many bytes an address group may announce per day. */
  readonly bytesPerAddress: number
  /** How many bytes may be announced in total for uploads that no account has claimed. */
  readonly totalBytes: number
}

/** The caller: the claims of a verified access token. */
export interface Account {
  /** The claim `sub`, a UUID. Rows contain it as the id of their owner. */
  readonly id: string
  readonly email: string
  readonly authMethod: string
  /** The claim `email_verified`; false if the token has none. */
  readonly emailVerified: boolean
  /** The claim `client_id`: where the customer has signed in, such as `keepsake-web`. Null if the token has none. */
  readonly clientId: string | null
  /** The claim `auth_time`: when the customer entered the password or used a passkey. Null if the token has none. */
  readonly authenticatedAt: Date | null
  /** The claim `sid`: the session that the token was issued for. Null if the token has none. */
  readonly sessionId: string | null
  /**
   * The claim `scope`: what the client may do. Null for a token of an earlier release, whose clients may do everything.
   */
  readonly scopes: ReadonlySet<ApiScope> | null
}

/** A program of another team that acts for no customer: the claims of its access token. */
export interface ServiceCaller {
  readonly clientId: string
  readonly scopes: ReadonlySet<ApiScope>
}

/** What all services share. */
export interface Platform {
  readonly config: PlatformConfig
  readonly log: Logger
  readonly jobs: Jobs
  readonly blobs: Blobs
  readonly events: Events
  readonly mail: Mail
  readonly tokens: Tokens
  readonly secrets: Secrets
  readonly operator: Operator
  readonly serviceCalls: ServiceCalls
  readonly http: HttpClient
  readonly limits: RequestLimits
  readonly brands: Brands
  /** The clients of other teams and partners. */
  readonly clients: Clients
  /** Counters of this process. `GET /metrics` shows them. */
  readonly metrics: Registry
  /**
   * A query builder for the service's own schema. Its queries name tables without the schema; raw SQL must name the
   * schema. int8 is read as number, date and timestamp as text, timestamptz as Date; select `::text` if microseconds
   * matter (cursors). Pass JSON as text. Inside a transaction, use only the transaction: the embedded database has one
   * connection, so another query would wait until it times out.
   */
  database<Tables>(service: string): Kysely<Tables>
  /**
   * Creates the schema and applies the folder's pending `NNNN_name.sql` files. Safe if two processes start at the same
   * time.
   */
  migrate(service: string, folder: URL): Promise<void>
}

/** Services that another service calls. */
export type CalledService =
  | 'identity'
  | 'storage'
  | 'photos'
  | 'site'
  | 'customers'
  | 'orders'
  | 'vouchers'
  | 'invoices'
  | 'mailing'
  | 'payments'
  | 'products'
  | 'projects'
  | 'widgets'

/**
 * What a services process does. `web`: answers requests, and leaves to other processes the jobs that the requests
 * queue. `workers`: runs the queues and the consumers of events, and answers none of the services' routes. `all`: both.
 */
export type Role = 'all' | 'web' | 'workers'

/** The configuration of the services process: shared settings, and a section per service. */
export interface PlatformConfig {
  readonly role: Role
  /** Absolute path. */
  readonly dataDir: string
  /** The origin of the product in browsers, without a trailing slash: `http://localhost:4000`. */
  readonly publicUrl: string
  /** Origins of other teams' pages that may upload and read photos, such as `https://app.example.com`. */
  readonly allowedOrigins: readonly string[]
  /** True if demo accounts and the operator's demo calls exist. */
  readonly demo: boolean
  /** Base URLs, without a trailing slash. */
  readonly urls: Readonly<Record<CalledService, string>>
  /** Undefined: use the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** How to use the server of `databaseUrl`. */
  readonly server: ServerSettings
  /** Undefined: write mails to the outbox folder. */
  readonly smtpUrl: string | undefined
  /** Absolute path of the folder with the message catalogues, `<locale>.json`. */
  readonly localesDir: string
  /** Absolute path of the folder with the brands, `<key>.json` and `<key>/`. */
  readonly brandsDir: string
  /** Absolute path of the folder with the clients of other teams and partners, `<id>.json`. It may be missing. */
  readonly clientsDir: string
  /**
   * Proxies whose `X-Forwarded-…` headers are trusted: addresses, ranges, or `loopback`, `linklocal`, `uniquelocal`.
   */
  readonly trustedProxies: readonly string[]
  readonly blobs: BlobsConfig
  /** The location of the older libraries that customers can import. */
  readonly legacy: LegacyConfig
  readonly limits: LimitSettings
  readonly storage: {
    readonly maxUploadBytes: number
    /** How many uploads of one account may be incomplete at the same time. */
    readonly maxUnfinishedUploads: number
    /** The limits of uploads without an account. */
    readonly anonymous: AnonymousLimits
    readonly maxPixels: number
    /** The memory in bytes for all pictures that are decoded at the same time. */
    readonly decodeBytes: number
    /** How many pictures, newest first, each demo library gets. Undefined: all. */
    readonly demoPictures: number | undefined
  }
  readonly deletion: {
    /** How long (s) a confirmed deletion of an account can be undone. */
    readonly graceSeconds: number
    /** How long (s) each round of an erasure waits, so that work in progress ends before the next round. */
    readonly settleSeconds: number
  }
  readonly orders: {
    /** Seconds per simulated step of production. Null: a factory reports its steps. */
    readonly stepSeconds: number | null
  }
  readonly newsletters: {
    /** How many mails of a newsletter are sent per second. */
    readonly perSecond: number
  }
  readonly payments: {
    /**
     * The base URL of the payment provider's adapter. Null: no provider, so customers cannot store a payment method.
     */
    readonly providerUrl: string | null
  }
  readonly exports: {
    /** The largest size of an export file. Only a single larger photo may exceed it. */
    readonly chunkBytes: number
  }
}

/** A local folder, or a prefix in an S3 bucket. The S3 client finds its credentials by itself. */
export type LegacyConfig = { readonly kind: 'folder'; readonly path: string } | (BucketConfig & { readonly kind: 's3' })

/** A transaction in any schema. Use it to write all changes that must be committed together. */
export interface OpenTransaction extends QueryExecutorProvider {
  readonly isTransaction: true
}

/** Durable background jobs, kept in the database. They run at least once, so handlers must be idempotent. */
export interface Jobs {
  /** Declares a queue and its handler. Call before `start`. */
  define<Payload>(queue: JobQueue<Payload>): void
  /**
   * Queues a job in the transaction of the change that requires it. Call after `start`. `key`: at most one job with
   * this key waits at a time; further ones are dropped.
   */
  enqueue(transaction: OpenTransaction, queue: string, payload: unknown, options?: JobOptions): Promise<void>
  /** Queues several jobs like `enqueue`, with one statement. */
  enqueueAll(
    transaction: OpenTransaction,
    queue: string,
    jobs: readonly ({ readonly payload: unknown } & JobOptions)[],
  ): Promise<void>
  start(): Promise<void>
  /** Lets running jobs finish within this time (ms). The next start resumes jobs that did not finish. */
  stop(milliseconds: number): Promise<void>
}

export interface JobOptions {
  readonly key?: string
  /**
   * The account that the job works for, if its payload does not name the account. The erasure of the account drops the
   * job if it is waiting, and waits for its end if it is running.
   */
  readonly owner?: string
  readonly delaySeconds?: number
}

export interface JobQueue<Payload> {
  /** `<service>.<job>`, unique in the installation. */
  readonly name: string
  readonly payload: ZodType<Payload>
  /** How many jobs of the queue may run at the same time in this process. */
  readonly concurrency: number
  /**
   * How many jobs of the queue are taken and completed together, to save statements (default: 1). Use it for short
   * jobs, because the next jobs are taken only when all have ended. Each job keeps its own timeout and heartbeat.
   */
  readonly batch?: number
  /** How often a failed job is retried, with exponential backoff from 1 s to 60 s. */
  readonly retries: number
  readonly timeoutSeconds: number
  /** A schedule (UTC) such as `17 3 * * *`. Jobs that it queues have an empty object as payload. */
  readonly cron?: string
  /** `signal` is aborted on the timeout, and when the process stops. */
  run(payload: Payload, signal: AbortSignal): Promise<void>
  /** Called after the last retry has failed. Durable as well: it has 20 retries of its own. */
  failed?(payload: Payload, error: unknown): Promise<void>
}

export interface PlatformEvent {
  /** Increases in the order in which the events of the owner are committed. Unique in the installation. */
  readonly position: number
  readonly type: string
  /** The account that the event concerns. */
  readonly owner: string
  readonly data: unknown
}

/** The event log. Events are written in the transaction of the change that they describe. */
export interface Events {
  /**
   * Call it once in a transaction, and last. Until the transaction ends, other transactions that append events of the
   * same owners wait, and consumers do not handle later events of any owner. Two calls in one transaction could lead to
   * a deadlock.
   */
  append(transaction: OpenTransaction, events: readonly Omit<PlatformEvent, 'position'>[]): Promise<void>
  /**
   * Handles each event of these types once and in order, in the transaction that stores the consumer's position. A
   * failed event is retried and blocks the events after it. Call before `start`.
   */
  consume<Tables>(consumer: EventConsumer<Tables>): void
  /** All consumers that were declared. */
  consumers(): readonly Pick<EventConsumer<unknown>, 'name' | 'types'>[]
  /**
   * The position of the owner's newest event. If no event of the owner is recorded: the position up to which the owners
   * of removed events were not recorded.
   */
  lastPosition(owner: string): Promise<number>
  /**
   * Null if all events of the owner after this position are kept. Otherwise some were removed because of their age: all
   * events up to the returned position.
   */
  removedTo(filter: { owner: string; after: number }): Promise<number | null>
  /** True if the owner has an event of these types after this position. Events are kept for at least 30 days. */
  existsAfter(filter: { owner: string; types: readonly string[]; after: number }): Promise<boolean>
  /**
   * Of these owners: those that have events which the consumer has not handled. Read this in a transaction that has
   * already appended events of these owners: then no other event of these owners can be committed before the
   * transaction ends.
   */
  ownersWithUnhandled(
    transaction: OpenTransaction,
    filter: { consumer: string; types: readonly string[]; owners: readonly string[] },
  ): Promise<ReadonlySet<string>>
  /**
   * True if a consumer of the service has not handled all events of this owner yet. The service must run in this
   * process.
   */
  hasUnhandled(
    database: QueryExecutorProvider,
    filter: { readonly service: string; readonly owner: string },
  ): Promise<boolean>
  /** Live events after the position `after` (default: from now on), until aborted. */
  subscribe(
    filter: { owner: string; types: readonly string[]; after?: number },
    signal: AbortSignal,
  ): AsyncIterable<readonly PlatformEvent[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface EventConsumer<Tables> {
  /** `<service>.<consumer>`, unique in the installation. The consumer's position is stored under this name. */
  readonly name: string
  /** The service's own database, from `platform.database`. The handler gets a transaction of it. */
  readonly database: Kysely<Tables>
  readonly types: readonly string[]
  /** Maximum number of events per transaction. Default: 100. */
  readonly pageSize?: number
  handle(events: readonly PlatformEvent[], transaction: Transaction<Tables>): Promise<void>
}

/** Each kind of mail has a limit of its own per account and day. */
export type MailKind =
  | 'confirmation'
  | 'signInLink'
  | 'export'
  | 'reminder'
  | 'emailChange'
  | 'emailChangeNotice'
  | 'emailChanged'
  | 'deletionRequest'
  | 'passwordReset'
  | 'passwordChanged'
  | 'deletion'
  | 'optIn'
  | 'newsletter'
  | 'passkey'
  | 'bookShare'

/**
 * `capped`: the account has had its daily number of mails of this kind. `unconfirmed`: the address gets no mails of
 * this kind before it is confirmed.
 */
export type MailOutcome = 'sent' | 'capped' | 'unconfirmed'

export interface Mail {
  /**
   * Resolves once the SMTP server has accepted the mail or the mail is in the outbox, or if it must not be sent now.
   */
  send(
    message: MailMessage,
    recipient: { readonly accountId: string; readonly kind: MailKind; readonly confirmed: boolean },
  ): Promise<MailOutcome>
}

/** How mails leave the process. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>
}

/** A mail. Line breaks and control characters in its address are refused, and those in its other headers removed. */
export interface MailMessage {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Pictures that are sent with the mail. The HTML shows them as `cid:<id>`. */
  readonly pictures?: readonly MailPicture[]
  /** Where the reader unsubscribes with one click (RFC 8058). Only marketing mails have it. */
  readonly unsubscribeUrl?: string
  /**
   * A UUID that is the same for each attempt to send this mail. It becomes the Message-ID, by which mail programs
   * recognise a mail that arrives twice. Default: a random one for each attempt.
   */
  readonly messageId?: string
}

export interface MailPicture {
  /** Unique in the mail. */
  readonly id: string
  readonly contentType: string
  /** In base64. */
  readonly content: string
}

export interface Tokens {
  /** Throws a 401 problem if the token is invalid, and a 503 problem if the keys cannot be loaded. */
  verify(token: string): Promise<Account & { readonly expires: Date }>
  /** Verifies the bearer token of a request. Throws the same problems as `verify`. */
  authenticate(request: FastifyRequest): Promise<Account>
  /**
   * Verifies the bearer token of a program that acts for no customer. Throws a 403 problem for the token of a customer,
   * and the same problems as `verify`.
   */
  authenticateService(request: FastifyRequest): Promise<ServiceCaller>
}

/** The secrets of the installation, in the database, so that all replicas have the same. */
export interface Secrets {
  /**
   * Reads a secret. The first call of the installation makes it, or takes it from the file of an earlier release.
   * @param options.file the name of that file in `DATA_DIR/keys`; default: `name`
   * @param options.make default: 32 random bytes in base64url
   * @param options.check throws if the content of the file is not such a secret; then nothing is stored
   * @throws Error with a readable message if the file cannot be used
   */
  readOrMake(
    name: string,
    options?: {
      readonly file?: string
      readonly make?: () => string | Promise<string>
      readonly check?: (secret: string, path: string) => unknown
    },
  ): Promise<string>
}

/** The operator: anyone who can read the data folder (`npm run token`, `npm run demo`). */
export interface Operator {
  /** Throws a 403 problem unless the header `X-Operator-Secret` holds the content of `DATA_DIR/keys/operator`. */
  authorize(request: FastifyRequest): void
}

/** Calls between services without a customer's token, for example from a job. */
export interface ServiceCalls {
  /** True if one of our services makes the call (`asService`). */
  isOwn(request: FastifyRequest): boolean
}

/** Calls from one service to another. */
export interface HttpClient {
  /**
   * Makes one call. The deadline (default 5,000 ms) covers the whole answer. The answer is parsed as JSON and
   * validated.
   * @throws UpstreamError if there is no answer, a status outside 2xx, or a body that does not match `answer`
   */
  call<Answer>(request: {
    readonly url: string
    readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
    readonly body?: unknown
    /** A stream to send instead of a JSON body. */
    readonly content?: Readable
    readonly token?: string
    /** True if the service calls in its own name, without a customer's token. Only for URLs of the configuration. */
    readonly asService?: boolean
    readonly correlationId?: string
    /** Sent as `Idempotency-Key`, so that the call can be repeated. */
    readonly idempotencyKey?: string
    readonly deadlineMilliseconds?: number
    readonly answer: ZodType<Answer>
  }): Promise<Answer>
}

/** A service of `services/services.ts`: its name there is the path below which its routes are registered. */
export interface Service {
  /** The description in its OpenAPI document. */
  readonly description: string
  /** The folder of its migrations, which are applied before it is registered. */
  readonly migrations?: URL
  /** The kind of traffic of routes that declare none. Default: `calls`. */
  readonly traffic?: Traffic
  /** Declares jobs and consumers, and registers routes. Never listens. */
  register(app: ServiceApp, platform: Platform): Promise<void>
  /** Fills an empty installation with demo data. Called after the start if `config.demo` is on. Idempotent. */
  demo?(platform: Platform): Promise<void>
}
