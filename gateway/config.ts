import { z } from 'zod'
import { type UpstreamSettings, defaultUpstreamSettings } from './upstream/settings.ts'

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const origins = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isOrigin), 'origins such as https://app.example.com are needed, separated by commas')
const milliseconds = z.coerce.number().int().min(1)
const count = z.coerce.number().int().min(1)
const perSecond = z.coerce.number().positive()
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'] as const

/** Every setting, by the name of its environment variable; docs/operations.md lists them. */
export const settings = z.object({
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url.default('http://localhost:4000'),
  PHOTOS_URL: url,
  SITE_URL: url,
  CUSTOMERS_URL: url,
  DOWNLOADS_URL: url,
  EXPORTS_URL: url,
  PUSH_URL: url,
  IDENTITY_URL: url,
  TOKEN_ISSUER: url.optional(),
  TOKEN_AUDIENCE: z.string().min(1).default('urn:keepsake:api'),
  ALLOWED_ORIGINS: origins.default([]),
  PERSISTED_DOCUMENTS: z.string().min(1).optional(),
  INTROSPECTION: z.stringbool().default(true),
  SUGGESTIONS: z.stringbool().default(true),
  OPERATION_TIMEOUT: milliseconds.default(9_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  METRICS: z.stringbool().default(true),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  DRAIN_DELAY: z.coerce.number().int().min(0).max(5_000).default(0),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .pipe(z.array(z.union([z.enum(proxyGroups), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  MAX_DOCUMENT_TOKENS: count.default(2_000),
  MAX_DOCUMENT_DEPTH: count.default(20),
  MAX_DOCUMENT_FIELDS: count.default(500),
  MAX_DOCUMENT_ALIASES: count.default(50),
  MAX_ROOT_FIELDS: count.default(30),
  MAX_FIELD_DIRECTIVES: count.default(4),
  MAX_OPERATION_COST: count.default(10_000),
  VIEWER_OPERATION_RATE: perSecond.default(50),
  VIEWER_OPERATION_BURST: count.default(500),
  ADDRESS_OPERATION_RATE: perSecond.default(200),
  ADDRESS_OPERATION_BURST: count.default(2_000),
  ADDRESS_SOCKET_RATE: perSecond.default(10),
  ADDRESS_SOCKET_BURST: count.default(500),
  MAX_SOCKETS: count.default(10_000),
  MAX_SOCKET_SUBSCRIPTIONS: count.default(50),
  MAX_SOCKET_OPERATIONS: count.default(20),
  KEEP_ALIVE: milliseconds.max(60_000).default(12_000),
  OVERLOAD_LAG: milliseconds.default(30),
})

/** For all upstreams as `UPSTREAM_…`, for one as `PHOTOS_…`. */
export const upstreamVariables = z.object({
  TIMEOUT: milliseconds.default(defaultUpstreamSettings.timeout),
  CONNECT_TIMEOUT: milliseconds.default(defaultUpstreamSettings.connectTimeout),
  CONNECTIONS: count.default(defaultUpstreamSettings.connections),
  QUEUE: z.coerce.number().int().min(0).default(defaultUpstreamSettings.queue),
  FAILURES: count.default(defaultUpstreamSettings.failures),
  FAILURE_TIME: z.coerce.number().int().min(0).default(defaultUpstreamSettings.failureTime),
  PROBE_INTERVAL: milliseconds.default(defaultUpstreamSettings.probeInterval),
  RETRY_SHARE: z.coerce.number().min(0).max(1).default(defaultUpstreamSettings.retryShare),
})

/** What the gateway is told; every value is checked. */
export interface GatewayConfig {
  /** 0: the system picks one. */
  readonly port: number
  readonly host: string
  /** Where browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  readonly photosUrl: string
  readonly siteUrl: string
  readonly customersUrl: string
  readonly downloadsUrl: string
  readonly exportsUrl: string
  readonly pushUrl: string
  readonly identityUrl: string
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
  /** How each upstream is reached, and what it is spared. */
  readonly upstreams: Readonly<
    Record<'photos' | 'site' | 'identity' | 'customers' | 'downloads' | 'exports', UpstreamSettings>
  >
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
 * @throws Error with one sentence per wrong value, naming the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const values = checked(settings, given, (name) => name)
  return {
    port: values.GATEWAY_PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    photosUrl: values.PHOTOS_URL,
    siteUrl: values.SITE_URL,
    customersUrl: values.CUSTOMERS_URL,
    downloadsUrl: values.DOWNLOADS_URL,
    exportsUrl: values.EXPORTS_URL,
    pushUrl: values.PUSH_URL,
    identityUrl: values.IDENTITY_URL,
    tokenIssuer: values.TOKEN_ISSUER ?? `${values.PUBLIC_URL}/identity`,
    tokenAudience: values.TOKEN_AUDIENCE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    persistedDocuments: values.PERSISTED_DOCUMENTS,
    introspection: values.INTROSPECTION,
    suggestions: values.SUGGESTIONS,
    operationTimeout: values.OPERATION_TIMEOUT,
    upstreams: {
      photos: upstreamSettings('PHOTOS', given),
      site: upstreamSettings('SITE', given),
      identity: upstreamSettings('IDENTITY', given),
      customers: upstreamSettings('CUSTOMERS', given),
      downloads: upstreamSettings('DOWNLOADS', given),
      exports: upstreamSettings('EXPORTS', given),
    },
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

type Variables = Readonly<Record<string, string | undefined>>

/** @throws Error with a sentence per wrong value */
function checked<Values>(values: z.ZodType<Values>, given: Variables, variableOf: (name: string) => string): Values {
  const result = values.safeParse(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  if (result.success) return result.data
  const sentences = result.error.issues.map((issue) => {
    const name = String(issue.path[0])
    const value = given[name]
    const variable = variableOf(name)
    return value === undefined
      ? `${variable} is missing: ${issue.message}.`
      : `${variable} is "${value}": ${issue.message}.`
  })
  throw new Error(sentences.join(' '))
}

/** @param name as its own variables begin */
function upstreamSettings(name: string, given: Variables): UpstreamSettings {
  const variableOf = (setting: string) =>
    given[`${name}_${setting}`] === undefined ? `UPSTREAM_${setting}` : `${name}_${setting}`
  const own = Object.keys(upstreamVariables.shape).map((setting) => [setting, given[variableOf(setting)]])
  const values = checked(upstreamVariables, Object.fromEntries(own), variableOf)
  return {
    timeout: values.TIMEOUT,
    connectTimeout: values.CONNECT_TIMEOUT,
    connections: values.CONNECTIONS,
    queue: values.QUEUE,
    failures: values.FAILURES,
    failureTime: values.FAILURE_TIME,
    probeInterval: values.PROBE_INTERVAL,
    retryShare: values.RETRY_SHARE,
  }
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
