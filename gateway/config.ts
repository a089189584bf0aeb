import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { openPointsOf } from '../config/openPoints.ts'
import { isProduction, productionSettings } from '../config/production.ts'
import { allowedOrigins, commaSeparated, ConfigError, httpUrl, readEnvironment } from '../config/readEnvironment.ts'
import { type UpstreamSettings, defaultUpstreamSettings } from './upstream/settings.ts'
import { type UpstreamAddress, type UpstreamName, ownLimitsOf, upstreamNames } from './upstream/upstreams.ts'

const whole = z.coerce.number().int()
const number = z.coerce.number()
const url = 'a URL such as https://shop.example'
const trueOrFalse = 'true or false'
const inMilliseconds = 'a whole number of ms from 1'
const atLeastOne = 'a whole number from 1'
const aboveZero = 'a number above 0'
const text = 'a text'
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'] as const

/** The limits of calls to upstreams. Each key is the suffix of an environment variable's name. */
const limits = {
  TIMEOUT: { setting: 'timeout', value: whole.min(1), expected: inMilliseconds },
  CONNECT_TIMEOUT: { setting: 'connectTimeout', value: whole.min(1), expected: inMilliseconds },
  CONNECTIONS: { setting: 'connections', value: whole.min(1), expected: atLeastOne },
  CUSTOMER_CONNECTIONS: { setting: 'customerConnections', value: whole.min(1), expected: atLeastOne },
  BUSY_CUSTOMER_CALLS: { setting: 'busyCustomerCalls', value: whole.min(0), expected: 'a whole number from 0' },
  QUEUE: { setting: 'queue', value: whole.min(0), expected: 'a whole number from 0' },
  FAILURES: { setting: 'failures', value: whole.min(1), expected: atLeastOne },
  FAILURE_TIME: { setting: 'failureTime', value: whole.min(0), expected: 'a whole number of ms from 0' },
  PROBE_INTERVAL: { setting: 'probeInterval', value: whole.min(1), expected: inMilliseconds },
  RETRY_SHARE: { setting: 'retryShare', value: number.min(0).max(1), expected: 'a number from 0 to 1' },
} as const satisfies Record<string, { setting: keyof UpstreamSettings; value: z.ZodType<number>; expected: string }>

type Limit = keyof typeof limits
const limitNames = Object.keys(limits) as readonly Limit[]

const upstreamUrls = byVariable<`${Uppercase<UpstreamName>}_URL`, typeof httpUrl>(
  upstreamNames.map((name) => [
    `${variablePrefix(name)}_URL`,
    httpUrl.describe(`a URL such as http://services:4001/${name}`),
  ]),
)
const commonLimits = byVariable<`UPSTREAM_${Limit}`, z.ZodDefault<z.ZodCoercedNumber>>(
  limitNames.map((limit) => {
    const { setting, value, expected } = limits[limit]
    return [`UPSTREAM_${limit}`, value.default(defaultUpstreamSettings[setting]).describe(expected)]
  }),
)
const ownLimits = byVariable<`${Uppercase<UpstreamName>}_${Limit}`, z.ZodOptional<z.ZodCoercedNumber>>(
  upstreamNames.flatMap((name) =>
    limitNames.map((limit) => {
      const { value, expected } = limits[limit]
      return [`${variablePrefix(name)}_${limit}`, value.optional().describe(expected)]
    }),
  ),
)

/** The settings by the names of their environment variables. Each has a row in docs/operations.md. */
export const settings = z.object({
  GATEWAY_PORT: whole.min(0).max(65_535).default(0).describe('a port from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen at'),
  PUBLIC_URL: httpUrl.default('http://localhost:4000').describe(url),
  ...productionSettings,
  SERVICES_URL: httpUrl.optional().describe('a URL such as http://services:4001'),
  ...upstreamUrls,
  TOKEN_ISSUER: httpUrl.optional().describe(url),
  TOKEN_AUDIENCE: z.string().min(1).default('urn:keepsake:api').describe(text),
  ALLOWED_ORIGINS: allowedOrigins,
  CLIENTS_DIR: z.string().min(1).optional().describe('the path of a folder'),
  CURSOR_SECRET: z.string().min(16).optional().describe('a secret of at least 16 characters'),
  PERSISTED_DOCUMENTS: z.string().min(1).optional().describe('a file'),
  GATEWAY_URLS: commaSeparated
    .pipe(z.array(httpUrl))
    .default([])
    .describe('a list, separated by commas, of URLs such as http://gateway:4002'),
  GET_QUERIES: z.stringbool().default(true).describe(trueOrFalse),
  GRAPHIQL: z.stringbool().optional().describe(trueOrFalse),
  INTROSPECTION: z.stringbool().default(true).describe(trueOrFalse),
  SUGGESTIONS: z.stringbool().default(true).describe(trueOrFalse),
  OPERATION_TIMEOUT: whole.min(1).default(9_000).describe(inMilliseconds),
  ...commonLimits,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error, fatal or silent'),
  METRICS: z.stringbool().default(true).describe(trueOrFalse),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().describe(url),
  OTEL_TRACES_SAMPLER_ARG: number.min(0).max(1).default(1).describe('a number from 0 to 1'),
  DRAIN_DELAY: whole.min(0).max(5_000).default(0).describe('a whole number of ms from 0 to 5000'),
  TRUSTED_PROXIES: commaSeparated
    .pipe(z.array(z.union([z.enum(proxyGroups), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .default(['loopback'])
    .describe('addresses, ranges, loopback, linklocal or uniquelocal, separated by commas'),
  MAX_DOCUMENT_TOKENS: whole.min(1).default(2_000).describe(atLeastOne),
  MAX_DOCUMENT_DEPTH: whole.min(1).default(20).describe(atLeastOne),
  MAX_DOCUMENT_FIELDS: whole.min(1).default(500).describe(atLeastOne),
  MAX_DOCUMENT_ALIASES: whole.min(1).default(50).describe(atLeastOne),
  MAX_ROOT_FIELDS: whole.min(1).default(30).describe(atLeastOne),
  MAX_FIELD_DIRECTIVES: whole.min(1).default(4).describe(atLeastOne),
  MAX_OPERATION_COST: whole.min(1).default(10_000).describe(atLeastOne),
  VIEWER_OPERATION_RATE: number.positive().default(50).describe(aboveZero),
  VIEWER_OPERATION_BURST: whole.min(1).default(500).describe(atLeastOne),
  ADDRESS_OPERATION_RATE: number.positive().default(200).describe(aboveZero),
  ADDRESS_OPERATION_BURST: whole.min(1).default(2_000).describe(atLeastOne),
  ADDRESS_LINK_RATE: number.positive().default(0.2).describe(aboveZero),
  ADDRESS_LINK_BURST: whole.min(1).default(20).describe(atLeastOne),
  ADDRESS_SOCKET_RATE: number.positive().default(10).describe(aboveZero),
  ADDRESS_SOCKET_BURST: whole.min(1).default(500).describe(atLeastOne),
  MAX_SOCKETS: whole.min(1).default(10_000).describe(atLeastOne),
  MAX_SOCKET_SUBSCRIPTIONS: whole.min(1).default(50).describe(atLeastOne),
  MAX_SOCKET_OPERATIONS: whole.min(1).default(20).describe(atLeastOne),
  KEEP_ALIVE: whole.min(1).max(60_000).default(12_000).describe('a whole number of ms from 1 to 60000'),
  OVERLOAD_LAG: whole.min(1).default(30).describe(inMilliseconds),
})

/** The gateway's settings; every value is checked. */
export interface GatewayConfig {
  /** The port to listen at. 0: the system picks a free port. */
  readonly port: number
  readonly host: string
  /** The URL at which browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  /** Whether real customers use this installation. */
  readonly production: boolean
  /** One sentence for the log for each setting that needs attention in production. */
  readonly openPoints: readonly string[]
  /** The issuer of access tokens. It is compared as text with their `iss` claim. */
  readonly tokenIssuer: string
  readonly tokenAudience: string
  /** Origins whose pages may use the API, in addition to the origins of the brands. */
  readonly allowedOrigins: readonly string[]
  /** The folder with a file per client of another team. Pages of these clients may use the API. Undefined: none. */
  readonly clientsDir: string | undefined
  /** The secret that encrypts event positions. Random if it is not set. */
  readonly cursorSecret: string
  /** The URLs of all gateways, which share their counts of requests. Empty: this is the only gateway. */
  readonly gatewayUrls: readonly string[]
  /** The file that relay-compiler writes: the texts of documents by their ids. Undefined: no persisted documents. */
  readonly persistedDocuments: string | undefined
  /** Whether queries and subscriptions may be sent by GET. Mutations must always be sent by POST. */
  readonly getQueries: boolean
  /** Serves the API explorer at /graphql. Default: false in production, true elsewhere. */
  readonly graphiql: boolean
  readonly introspection: boolean
  /** True: errors suggest names of the schema ("Did you mean …?"). This reveals the names, as introspection does. */
  readonly suggestions: boolean
  /** Timeout (ms) of one operation with all its upstream calls. */
  readonly operationTimeout: number
  /** Where each upstream is, and the limits of calls to it. */
  readonly upstreams: Readonly<Record<UpstreamName, UpstreamAddress>>
  readonly logLevel: string
  /** Serves `/metrics`. */
  readonly metrics: boolean
  readonly tracing: TracingConfig
  /** Time (ms) from SIGTERM, when `/readyz` becomes 503, until new connections are refused. */
  readonly drainDelay: number
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, ranges, `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[]
  readonly documentLimits: DocumentLimits
  /**
   * The maximum cost of one operation in the schema's weights (an object costs 1, a service call about 10). The largest
   * page of our own client costs about 1,000; an operation that costs 10,000 takes about 50 ms of CPU time.
   */
  readonly maximumCost: number
  readonly rateLimits: RateLimits
  /**
   * Maximum number of open sockets, and of open event streams. Each takes about 25 kB, so 10,000 sockets and 10,000
   * event streams take half a gigabyte.
   */
  readonly maximumSockets: number
  /** Maximum number of subscriptions per socket, and of event streams per customer. */
  readonly socketSubscriptions: number
  /** Maximum number of running queries and mutations per socket. */
  readonly socketOperations: number
  /**
   * Time (ms) between pings on sockets and event streams. A socket that has not answered a ping when the next ping is
   * due is closed. Proxies close silent connections: our edge after 20 s, other proxies after 30 s or more.
   */
  readonly keepAlive: number
  /**
   * How long (ms) work may wait for the event loop before new operations are refused. A page makes some requests in
   * sequence, and each of them may wait this long.
   */
  readonly overloadLag: number
}

/** Tracing. */
export interface TracingConfig {
  /** The base URL of an OpenTelemetry collector (OTLP over HTTP). Undefined: no tracing. */
  readonly endpoint: string | undefined
  /** The share of new traces that is sampled: 0 to 1. */
  readonly share: number
}

/** Limits of a document, checked before its cost is known. Our own pages use less than half of each. */
export interface DocumentLimits {
  /** Lexical tokens of the text: parsing takes about 1 µs each. */
  readonly tokens: number
  /** Nesting of fields. GraphiQL's introspection query has 17 levels, our deepest page 9. */
  readonly depth: number
  /** Fields of an operation, with fragments expanded: 500 fields that merge take 30 ms to validate. */
  readonly fields: number
  /** Aliased fields of an operation, with fragments expanded: an alias repeats the work of a field. */
  readonly aliases: number
  /** Root fields of an operation: each may need a service call. */
  readonly rootFields: number
  /** Directives per field, spread or fragment. */
  readonly directives: number
}

/** A token bucket. */
export interface RateLimit {
  /** Maximum burst: how many requests are accepted together after an idle time. */
  readonly burst: number
  /** Sustained requests per second. */
  readonly rate: number
}

/** Rate limits, for all gateways together if they know each other (`GATEWAY_URLS`). */
export interface RateLimits {
  /** Operations of one customer: enough for about 20 tabs that open together, and one tab that scrolls all the time. */
  readonly viewer: RateLimit
  /** Operations from one address: enough for an office of a few hundred people. An IPv6 /64 network is one address. */
  readonly address: RateLimit
  /** New sockets from one address: all tabs of an office reconnect together when a replica is replaced. */
  readonly sockets: RateLimit
  /** Attempts from one address to use a mailed link without an access token. A person needs one or two. */
  readonly links: RateLimit
}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError with one sentence per wrong value, naming the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const values = readEnvironment(settings.extend(ownLimits), { ...environment, ...urlsBelow(environment) })
  if (values.GATEWAY_URLS.length > 0 && values.CURSOR_SECRET === undefined)
    throw new ConfigError('GATEWAY_URLS needs CURSOR_SECRET: by the same secret, the gateways know each other.')
  return {
    port: values.GATEWAY_PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    production: isProduction(values),
    openPoints: openPointsOf('gateway', values),
    tokenIssuer: values.TOKEN_ISSUER ?? `${values.PUBLIC_URL}/identity`,
    tokenAudience: values.TOKEN_AUDIENCE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    clientsDir: values.CLIENTS_DIR,
    cursorSecret: values.CURSOR_SECRET ?? randomBytes(32).toString('hex'),
    gatewayUrls: values.GATEWAY_URLS,
    persistedDocuments: values.PERSISTED_DOCUMENTS,
    getQueries: values.GET_QUERIES,
    graphiql: values.GRAPHIQL ?? !isProduction(values),
    introspection: values.INTROSPECTION,
    suggestions: values.SUGGESTIONS,
    operationTimeout: values.OPERATION_TIMEOUT,
    upstreams: upstreamAddresses(values),
    logLevel: values.LOG_LEVEL,
    metrics: values.METRICS,
    tracing: { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG },
    drainDelay: values.DRAIN_DELAY,
    trustedProxies: values.TRUSTED_PROXIES,
    documentLimits: {
      tokens: values.MAX_DOCUMENT_TOKENS,
      depth: values.MAX_DOCUMENT_DEPTH,
      fields: values.MAX_DOCUMENT_FIELDS,
      aliases: values.MAX_DOCUMENT_ALIASES,
      rootFields: values.MAX_ROOT_FIELDS,
      directives: values.MAX_FIELD_DIRECTIVES,
    },
    maximumCost: values.MAX_OPERATION_COST,
    rateLimits: {
      viewer: { rate: values.VIEWER_OPERATION_RATE, burst: values.VIEWER_OPERATION_BURST },
      address: { rate: values.ADDRESS_OPERATION_RATE, burst: values.ADDRESS_OPERATION_BURST },
      sockets: { rate: values.ADDRESS_SOCKET_RATE, burst: values.ADDRESS_SOCKET_BURST },
      links: { rate: values.ADDRESS_LINK_RATE, burst: values.ADDRESS_LINK_BURST },
    },
    maximumSockets: values.MAX_SOCKETS,
    socketSubscriptions: values.MAX_SOCKET_SUBSCRIPTIONS,
    socketOperations: values.MAX_SOCKET_OPERATIONS,
    keepAlive: values.KEEP_ALIVE,
    overloadLag: values.OVERLOAD_LAG,
  }
}

/** Adds a URL for each service that has none: the path below `SERVICES_URL` that has the service's name. */
function urlsBelow({ SERVICES_URL: base, ...environment }: NodeJS.ProcessEnv): Record<string, string> {
  if (!base) return {}
  const urls = upstreamNames.map(
    (name) => [`${variablePrefix(name)}_URL`, `${base.replace(/\/+$/, '')}/${name}`] as const,
  )
  return Object.fromEntries(urls.filter(([variable]) => !environment[variable]))
}

type UpstreamValues = z.output<z.ZodObject<typeof upstreamUrls & typeof commonLimits & typeof ownLimits>>

function upstreamAddresses(values: UpstreamValues): GatewayConfig['upstreams'] {
  return Object.fromEntries(
    upstreamNames.map((name) => [name, upstreamAddress(name, values)]),
  ) as GatewayConfig['upstreams']
}

function upstreamAddress(name: UpstreamName, values: UpstreamValues): UpstreamAddress {
  const prefix = variablePrefix(name)
  const ofRow = ownLimitsOf(name)
  const own = limitNames.map((limit) => {
    const { setting } = limits[limit]
    return [setting, values[`${prefix}_${limit}`] ?? ofRow[setting] ?? values[`UPSTREAM_${limit}`]]
  })
  // The cast is safe: `limits` has an entry for each setting.
  return { url: values[`${prefix}_URL`], ...(Object.fromEntries(own) as UpstreamSettings) }
}

/** @returns the prefix of an upstream's environment variables, such as PHOTOS */
function variablePrefix<Name extends UpstreamName>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>
}

/** Builds an object with an entry for each variable. The caller names the variables by the type argument. */
function byVariable<Variable extends string, Schema>(entries: readonly (readonly [Variable, Schema])[]) {
  return Object.fromEntries(entries) as Record<Variable, Schema>
}
