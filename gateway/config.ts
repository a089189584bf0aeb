import { z } from 'zod'
import { commaSeparated, httpUrl, readEnvironment } from '../config/readEnvironment.ts'
import { type UpstreamSettings, defaultUpstreamSettings } from './upstream/settings.ts'
import { type UpstreamAddress, type UpstreamName, upstreamNames } from './upstream/upstreams.ts'

const whole = z.coerce.number().int()
const number = z.coerce.number()
const url = 'a URL such as https://shop.example'
const trueOrFalse = 'true or false'
const inMilliseconds = 'a whole number of ms from 1'
const atLeastOne = 'a whole number from 1'
const aboveZero = 'a number above 0'
const text = 'a text'
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'] as const

/** Limits of the calls to upstreams, by the end of their variables' names. */
const limits = {
  TIMEOUT: { setting: 'timeout', value: whole.min(1), expected: inMilliseconds },
  CONNECT_TIMEOUT: { setting: 'connectTimeout', value: whole.min(1), expected: inMilliseconds },
  CONNECTIONS: { setting: 'connections', value: whole.min(1), expected: atLeastOne },
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

/** Every setting that has a row in docs/operations.md, by the name of its environment variable. */
export const settings = z.object({
  GATEWAY_PORT: whole.min(0).max(65_535).default(0).describe('a port from 0 to 65535'),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen at'),
  PUBLIC_URL: httpUrl.default('http://localhost:4000').describe(url),
  SERVICES_URL: httpUrl.optional().describe('a URL such as http://services:4001'),
  ...upstreamUrls,
  TOKEN_ISSUER: httpUrl.optional().describe(url),
  TOKEN_AUDIENCE: z.string().min(1).default('urn:keepsake:api').describe(text),
  ALLOWED_ORIGINS: commaSeparated
    .refine((parts) => parts.every(isOrigin))
    .default([])
    .describe('origins such as https://app.example.com, separated by commas'),
  PERSISTED_DOCUMENTS: z.string().min(1).optional().describe('a file'),
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
  /** 0: the system picks one. */
  readonly port: number
  readonly host: string
  /** Where browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  /** Compared as text with the `iss` of tokens. */
  readonly tokenIssuer: string
  readonly tokenAudience: string
  /** Origins whose pages may use the API, besides those of the brands' own hosts. */
  readonly allowedOrigins: readonly string[]
  /** The file that relay-compiler writes: document id to text. Without it no document is known by an id. */
  readonly persistedDocuments: string | undefined
  readonly introspection: boolean
  /** Whether errors say what may have been meant: "Did you mean …?" tells names of the schema, as introspection does. */
  readonly suggestions: boolean
  /** Milliseconds that one operation may take, all its upstream calls together. */
  readonly operationTimeout: number
  /** Where each upstream is, and the limits of calls to it. */
  readonly upstreams: Readonly<Record<UpstreamName, UpstreamAddress>>
  readonly logLevel: string
  /** Whether `/metrics` answers. */
  readonly metrics: boolean
  readonly tracing: TracingConfig
  /** Milliseconds from SIGTERM, when `/readyz` turns 503, until no connection is taken any more. */
  readonly drainDelay: number
  /** Proxies whose `X-Forwarded-For` is believed: addresses, ranges, `loopback`, `linklocal`, `uniquelocal`. */
  readonly trustedProxies: readonly string[]
  readonly documentLimits: DocumentLimits
  /**
   * What one operation may cost, in the schema's weights (an object is 1, a call about 10). The largest page of our own
   * costs about 1,000; 10,000 is some 50 ms of CPU.
   */
  readonly maximumCost: number
  readonly rateLimits: RateLimits
  /** Sockets that are open at once, at most, and as many event streams: at some 25 kB each, all are half a gigabyte. */
  readonly maximumSockets: number
  /** Subscriptions that run on one socket, at most, and event streams that one customer may have open. */
  readonly socketSubscriptions: number
  /** Queries and mutations in flight on one socket, at most. */
  readonly socketOperations: number
  /**
   * Milliseconds between the signs of life that sockets and event streams are sent. A socket that has not answered one
   * when the next is due is cut off. Proxies cut off what is silent: our edge after 20 s, others after 30 s or more.
   */
  readonly keepAlive: number
  /**
   * Milliseconds that work may wait for the event loop before new operations are refused. A page makes some calls after
   * each other, and each waits once.
   */
  readonly overloadLag: number
}

/** Where traces go. */
export interface TracingConfig {
  /** The base URL of an OpenTelemetry collector (OTLP over HTTP); without it nothing is traced. */
  readonly endpoint: string | undefined
  /** How many of the traces that begin here are kept: 0 to 1. */
  readonly share: number
}

/** What documents must keep to, before they are known to cost anything. Our own pages use less than half of each. */
export interface DocumentLimits {
  /** Words and signs of the text: parsing takes about 1 µs each. */
  readonly tokens: number
  /** Levels of fields. GraphiQL's introspection has 17, our deepest page 9. */
  readonly depth: number
  /** Fields of an operation, with every fragment written out wherever it is spread: 500 that merge take 30 ms to validate. */
  readonly fields: number
  /** Fields of an operation that are renamed, fragments written out: each is one more time to do the same. */
  readonly aliases: number
  /** Fields at the root of an operation: each may be a call of its own. */
  readonly rootFields: number
  /** Directives of one field, spread or fragment. */
  readonly directives: number
}

/** What may come in at once and over time. */
export interface RateLimit {
  /** At once, after a rest. */
  readonly burst: number
  /** In the long run, per second. */
  readonly rate: number
}

/** Per replica. Replicas do not know of each other. */
export interface RateLimits {
  /** Operations of one customer: some twenty tabs that start together, and one that scrolls without a rest. */
  readonly viewer: RateLimit
  /** Operations from one address: an office of some hundred people behind one. An IPv6 network of /64 is one address. */
  readonly address: RateLimit
  /** Sockets opened from one address: all tabs of that office reconnect at once when a replica is replaced. */
  readonly sockets: RateLimit
}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError with one sentence per wrong value, naming the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const values = readEnvironment(settings.extend(ownLimits), { ...environment, ...urlsBelow(environment) })
  return {
    port: values.GATEWAY_PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    tokenIssuer: values.TOKEN_ISSUER ?? `${values.PUBLIC_URL}/identity`,
    tokenAudience: values.TOKEN_AUDIENCE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    persistedDocuments: values.PERSISTED_DOCUMENTS,
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
    },
    maximumSockets: values.MAX_SOCKETS,
    socketSubscriptions: values.MAX_SOCKET_SUBSCRIPTIONS,
    socketOperations: values.MAX_SOCKET_OPERATIONS,
    keepAlive: values.KEEP_ALIVE,
    overloadLag: values.OVERLOAD_LAG,
  }
}

/** The services that have no URL of their own are below `SERVICES_URL`, each at its name. */
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
  const own = limitNames.map((limit) => [
    limits[limit].setting,
    values[`${prefix}_${limit}`] ?? values[`UPSTREAM_${limit}`],
  ])
  // `limits` has an entry for each setting.
  return { url: values[`${prefix}_URL`], ...(Object.fromEntries(own) as UpstreamSettings) }
}

/** @returns the beginning of the variables of one upstream, such as PHOTOS */
function variablePrefix<Name extends UpstreamName>(name: Name): Uppercase<Name> {
  return name.toUpperCase() as Uppercase<Name>
}

/** An object with exactly these variables; the caller's type argument names them. */
function byVariable<Variable extends string, Schema>(entries: readonly (readonly [Variable, Schema])[]) {
  return Object.fromEntries(entries) as Record<Variable, Schema>
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
