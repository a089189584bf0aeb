import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { request as httpRequest } from 'undici'
import type { EdgeConfig } from './config.ts'
import { forwardedHeaders } from './forwardedHeaders.ts'

/** How long (ms) to wait for the config. Within a second, the customer must see the page or that the services are away. */
const deadlineMilliseconds = 500
/** Of how many hosts to keep the last config. Callers choose the host that they name. */
const maximumHosts = 100

/** A page of the client. */
export interface Page {
  readonly html: string
  readonly etag: string
}

/** Reads the client's page for a request, with the public config of the request's host. */
export type PageReader = (request: FastifyRequest) => Promise<Page>

/**
 * Builds the reader of the client's page. It adds the public config, which saves the client its first request. If the
 * services do not answer in time, the page says so, and has the last config of its host, or null: the client shows at once
 * what is wrong, and asks for the config until it is answered (web/startup/Outage.ts).
 */
export function createPageReader(config: EdgeConfig): PageReader {
  const lastConfigs = new LRUCache<string, object>({ max: maximumHosts })
  return async (request) => {
    const headers = forwardedHeaders(request.raw, config)
    const host = `${headers['x-forwarded-proto']}://${headers['x-forwarded-host']}`
    const [plain, current] = await Promise.all([
      readFile(join(config.webRoot, 'index.html'), 'utf8'),
      readPublicConfig(config, headers).catch((error: unknown) => {
        request.log.warn({ error: String(error) }, 'the services do not answer for the page’s public config')
        return null
      }),
    ])
    if (current) lastConfigs.set(host, current)
    const html = current ? withConfig(plain, current) : withConfig(plain, lastConfigs.get(host) ?? null, ' data-away')
    return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` }
  }
}

async function readPublicConfig(config: EdgeConfig, headers: Record<string, string>): Promise<object> {
  const { statusCode, body } = await httpRequest(`${config.servicesUrl}/site/config.json`, {
    headers,
    signal: AbortSignal.timeout(deadlineMilliseconds),
  })
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`/site/config.json answered ${statusCode}`)
  }
  const answer: unknown = await body.json()
  if (typeof answer !== 'object' || answer === null) throw new TypeError('/site/config.json answered no object')
  return answer
}

/** Adds the config as data, because the content security policy forbids inline scripts. */
function withConfig(html: string, publicConfig: object | null, attributes = ''): string {
  const json = JSON.stringify(publicConfig).replaceAll('<', String.raw`\u003c`)
  // Before the scripts, because one from the cache may run while the page is still arriving.
  return html.replace(
    '<title>',
    () => `<script type="application/json" id="public-config"${attributes}>${json}</script>\n    <title>`,
  )
}
