import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { request as httpRequest } from 'undici'
import type { EdgeConfig } from './config.ts'
import { forwardedHeaders } from './forwardedHeaders.ts'

/** How long to wait for the config. If the page has none, the client requests it. */
const deadlineMilliseconds = 1_000

/** A page of the client. */
export interface Page {
  readonly html: string
  readonly etag: string
}

/**
 * Reads the client's page and adds the public config of the request's host, which saves the client its first request. If
 * the services do not answer in time, the page has no config.
 */
export async function readPage(config: EdgeConfig, request: FastifyRequest): Promise<Page> {
  const [plain, publicConfig] = await Promise.all([
    readFile(join(config.webRoot, 'index.html'), 'utf8'),
    readPublicConfig(config, request).catch((error: unknown) => {
      request.log.warn({ error: String(error) }, 'the page has no public config')
      return null
    }),
  ])
  const html = publicConfig === null ? plain : withConfig(plain, publicConfig)
  return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` }
}

async function readPublicConfig(config: EdgeConfig, request: FastifyRequest): Promise<unknown> {
  const { statusCode, body } = await httpRequest(`${config.servicesUrl}/site/config.json`, {
    headers: forwardedHeaders(request.raw, config),
    signal: AbortSignal.timeout(deadlineMilliseconds),
  })
  if (statusCode === 200) return await body.json()
  await body.dump()
  throw new Error(`/site/config.json answered ${statusCode}`)
}

/** Adds the config as data, because the content security policy forbids inline scripts. */
function withConfig(html: string, publicConfig: unknown): string {
  const json = JSON.stringify(publicConfig).replaceAll('<', String.raw`\u003c`)
  // Before the scripts, because one from the cache may run while the page is still arriving.
  return html.replace(
    '<title>',
    () => `<script type="application/json" id="public-config">${json}</script>\n    <title>`,
  )
}
