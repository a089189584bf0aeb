import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { request as httpRequest } from 'undici'
import { correlationHeader } from '../http/correlation.ts'
import type { EdgeConfig } from './config.ts'
import { forwardedHeaders } from './forwardedHeaders.ts'
import type { Replicas } from './replicas.ts'

/**
 * How long (ms) to wait for the config. The customer must see the page, or the message about an outage, within a
 * second.
 */
export const usualConfigTimeout = 500
/**
 * The maximum number of hosts whose latest config is kept. The number is limited because a request can name any host.
 */
const maximumHosts = 100

/** The maximum number of compressed pages to keep: one per host, and some more during an outage. */
const maximumPages = 2 * maximumHosts

/** The address of a font: a path without characters that end an attribute. */
const fontPath = /^\/brands\/[\w./-]+\?v=[\w-]+$/

/** The origin of a script, without characters that end a directive of the policy. */
const scriptOrigin = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?(?=\/)/

/** A page of the client. */
export interface Page {
  readonly html: string
  /** The HTML, compressed by Brotli. */
  readonly compressed: Buffer
  readonly etag: string
  /** The sources of the page's inline scripts, for the content security policy. */
  readonly inlineScripts: readonly string[]
  /** The origins of the scripts that the brand has configured, for the content security policy. */
  readonly brandOrigins: readonly string[]
  /** False while no config of the host has been read: the host may belong to no brand. */
  readonly isHostKnown: boolean
}

/**
 * What the client does when the services answer again, if its page was sent in place of one of theirs: it loads the
 * address again, or goes back to the form that was sent.
 */
export type ContinueBy = 'reload' | 'back'

/** Reads the client's page for a request, with the public config of the request's host. */
export interface PageReader {
  /** The page for an address of the client. Null if no brand has this host. */
  read(request: FastifyRequest): Promise<Page | null>
  /** The page that is sent in place of a page of the services while they are away. It says that they are away. */
  readAway(request: FastifyRequest, continueBy: ContinueBy): Promise<Page>
}

/**
 * Builds the reader of the client's page. The reader adds the public config, which saves the client its first request.
 * If the services do not answer in time, the reader adds the attribute `data-away` and the latest known config of the
 * host, or null if it knows none. The client then immediately says that the services are down, and requests the config
 * until it gets an answer (web/startup/Outage.ts).
 * @param configTimeout how long (ms) to wait for the config
 */
export function createPageReader(config: EdgeConfig, services: Replicas, configTimeout: number): PageReader {
  const lastConfigs = new LRUCache<string, object>({ max: maximumHosts })
  const pages = new LRUCache<string, Promise<Page>>({ max: maximumPages })
  const readPlain = async () => readFile(join(config.webRoot, 'index.html'), 'utf8')
  const pageWith = async (plain: string, shown: object | null, attribute: string) => {
    const html = withConfig(plain, shown, attribute)
    const page = pages.get(html) ?? toPage(html, plain, shown)
    pages.set(html, page)
    return page
  }
  return {
    async read(request) {
      const headers = forwardedHeaders(request.raw, config)
      const [plain, current] = await Promise.all([
        readPlain(),
        readPublicConfig(services, { ...headers, [correlationHeader]: request.id }, configTimeout).catch(
          (error: unknown) => {
            request.log.warn({ error: String(error) }, 'the public config for a page could not be read')
            return null
          },
        ),
      ])
      if (current === 'unknownHost') return null
      if (current) lastConfigs.set(hostOf(headers), current)
      return pageWith(plain, current ?? lastConfigs.get(hostOf(headers)) ?? null, current ? '' : ' data-away')
    },
    async readAway(request, continueBy) {
      const last = lastConfigs.get(hostOf(forwardedHeaders(request.raw, config)))
      return pageWith(await readPlain(), last ?? null, ` data-away="${continueBy}"`)
    },
  }
}

/** The key of the host's last config. */
function hostOf(headers: Record<string, string>): string {
  return `${headers['x-forwarded-proto']}://${headers['x-forwarded-host']}`
}

async function readPublicConfig(
  services: Replicas,
  headers: Record<string, string>,
  timeout: number,
): Promise<object | 'unknownHost'> {
  const { statusCode, body } = await requestConfig(services, {
    headers,
    signal: AbortSignal.timeout(timeout),
  })
  const answer: unknown = await body.json().catch(() => null)
  if (statusCode === 404 && isUnknownHost(answer)) return 'unknownHost'
  if (statusCode !== 200) throw new Error(`/site/config.json answered ${statusCode}`)
  if (typeof answer !== 'object' || answer === null) throw new TypeError('/site/config.json is not an object')
  return answer
}

/** Requests the config from the first replica that answers before the deadline. */
async function requestConfig(services: Replicas, options: NonNullable<Parameters<typeof httpRequest>[1]>) {
  const [first, ...others] = services.inTurn()
  let attempt = httpRequest(`${first}/site/config.json`, options)
  for (const url of others) {
    attempt = attempt.catch(async (error: unknown) => {
      if (options.signal instanceof AbortSignal && options.signal.aborted) throw error
      return httpRequest(`${url}/site/config.json`, options)
    })
  }
  return attempt
}

function isUnknownHost(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null && 'code' in problem && problem.code === 'UNKNOWN_HOST'
}

/** @param plain the page of the build: only its scripts may run, whatever the config contains */
async function toPage(html: string, plain: string, publicConfig: object | null): Promise<Page> {
  const scripts = [...plain.matchAll(/<script type="module" async>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  return {
    html,
    compressed: await promisify(brotliCompress)(html, { params }),
    etag: `W/"${sha256(html).toString('base64url').slice(0, 27)}"`,
    inlineScripts: scripts.map((code) => `'sha256-${sha256(code).toString('base64')}'`),
    brandOrigins: brandOriginsOf(publicConfig),
    isHostKnown: publicConfig !== null,
  }
}

/** The origins of the brand's scripts. Those at our own origin need no entry in the policy. */
function brandOriginsOf(publicConfig: object | null): string[] {
  const { consentScript, feedbackScript }: { consentScript?: unknown; feedbackScript?: unknown } = publicConfig ?? {}
  const origins = [consentScript, feedbackScript].flatMap(
    (url) => (typeof url === 'string' && scriptOrigin.exec(url)?.[0]) || [],
  )
  return [...new Set(origins)]
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Adds the config as data, because the content security policy forbids inline scripts that are not part of the build.
 */
function withConfig(html: string, publicConfig: object | null, attributes = ''): string {
  const json = JSON.stringify(publicConfig).replaceAll('<', String.raw`\u003c`)
  // Insert the config before the scripts, because a cached script may run while the page is still arriving.
  return html.replace(
    '<title>',
    () =>
      `${preloads(publicConfig)}<script type="application/json" id="public-config"${attributes}>${json}</script>\n    <title>`,
  )
}

/** Links that load the brand's fonts early, because a font that comes too late is not shown. */
function preloads(publicConfig: object | null): string {
  const fonts: unknown = publicConfig && 'fonts' in publicConfig ? publicConfig.fonts : []
  const urls = (Array.isArray(fonts) ? fonts : []).flatMap((font: unknown) =>
    typeof font === 'object' && font !== null && 'url' in font && fontPath.test(String(font.url))
      ? String(font.url)
      : [],
  )
  return urls.map((url) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`).join('')
}
