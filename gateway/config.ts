import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const origins = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().refine(isOrigin, 'an origin such as https://app.example.com is needed')))
const milliseconds = z.coerce.number().int().min(1)

const schema = z.object({
  GATEWAY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url.default('http://localhost:4000'),
  PHOTOS_URL: url,
  SITE_URL: url,
  IDENTITY_URL: url,
  TOKEN_ISSUER: url.optional(),
  TOKEN_AUDIENCE: z.string().min(1).default('urn:keepsake:api'),
  ALLOWED_ORIGINS: origins.default([]),
  PERSISTED_DOCUMENTS: z.string().min(1).optional(),
  INTROSPECTION: z.stringbool().default(true),
  OPERATION_TIMEOUT: milliseconds.default(9_000),
  UPSTREAM_TIMEOUT: milliseconds.default(5_000),
  UPSTREAM_CONNECTIONS: z.coerce.number().int().min(1).default(64),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
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
  readonly identityUrl: string
  /** Compared as text with the `iss` of tokens. */
  readonly tokenIssuer: string
  readonly tokenAudience: string
  /** Origins whose pages may use the API, besides those of the brands' own hosts. */
  readonly allowedOrigins: readonly string[]
  /** The file that relay-compiler writes: document id to text. Without it no document is known by an id. */
  readonly persistedDocuments: string | undefined
  readonly introspection: boolean
  /** Milliseconds that one operation may take, all its upstream calls together. */
  readonly operationTimeout: number
  /** Milliseconds that one upstream call may take. */
  readonly upstreamTimeout: number
  /** Connections that are kept to each upstream, at most. */
  readonly upstreamConnections: number
  readonly logLevel: string
}

/**
 * Reads the configuration from environment variables.
 * @throws Error with one sentence per wrong value, naming the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    const sentences = result.error.issues.map((issue) => {
      const name = issue.path.join('.')
      const value = given[name]
      return value === undefined ? `${name} is missing: ${issue.message}.` : `${name} is "${value}": ${issue.message}.`
    })
    throw new Error(sentences.join(' '))
  }
  const values = result.data
  return {
    port: values.GATEWAY_PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    photosUrl: values.PHOTOS_URL,
    siteUrl: values.SITE_URL,
    identityUrl: values.IDENTITY_URL,
    tokenIssuer: values.TOKEN_ISSUER ?? `${values.PUBLIC_URL}/identity`,
    tokenAudience: values.TOKEN_AUDIENCE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    persistedDocuments: values.PERSISTED_DOCUMENTS,
    introspection: values.INTROSPECTION,
    operationTimeout: values.OPERATION_TIMEOUT,
    upstreamTimeout: values.UPSTREAM_TIMEOUT,
    upstreamConnections: values.UPSTREAM_CONNECTIONS,
    logLevel: values.LOG_LEVEL,
  }
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
