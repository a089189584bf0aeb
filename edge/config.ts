import { z } from 'zod'

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const urls = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(url).min(1))

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: url.optional(),
  GATEWAY_URLS: urls,
  SERVICES_URL: url,
  TRUSTED_ORIGINS: z
    .string()
    .transform((value) => value.split(',').filter((part) => part !== ''))
    .pipe(z.array(url))
    .default([]),
  TRUST_PROXY: z.stringbool().default(false),
  WEB_ROOT: z.string().min(1).default('web/dist'),
  WEB_DEV_URL: url.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

/** What the edge is told; every value is checked. */
export interface EdgeConfig {
  readonly port: number
  readonly host: string
  /** Where browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  readonly gatewayUrls: readonly string[]
  readonly servicesUrl: string
  /** Further origins that pages may call and show images of, for example an identity provider of the retailer's. */
  readonly trustedOrigins: readonly string[]
  /** Whether X-Forwarded-* of the caller are to be believed: only behind another proxy. */
  readonly trustProxy: boolean
  /** The static build of the client. */
  readonly webRoot: string
  /** In development: where the client is served from instead. */
  readonly webDevUrl: string | undefined
  readonly logLevel: string
}

/**
 * Reads the edge's configuration from environment variables; an empty one counts as not given.
 * @throws Error with one sentence per wrong variable, each of which names it.
 */
export function readEdgeConfig(environment: Record<string, string | undefined>): EdgeConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    throw new Error(
      result.error.issues
        .map((issue) => `The edge's setting ${issue.path.join('.')} is wrong: ${issue.message}.`)
        .join(' '),
    )
  }
  const values = result.data
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    gatewayUrls: values.GATEWAY_URLS,
    servicesUrl: values.SERVICES_URL,
    trustedOrigins: values.TRUSTED_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    webRoot: values.WEB_ROOT,
    webDevUrl: values.WEB_DEV_URL,
    logLevel: values.LOG_LEVEL,
  }
}
