import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayConfig } from '../config.ts'
import { codedError } from '../errors/codes.ts'
import { type Asset, createAsset, sendAsset } from './assets.ts'

const folder = new URL('../graphiql/', import.meta.url)
const javascript = 'text/javascript; charset=utf-8'
const css = 'text/css; charset=utf-8'

/** The explorer's files by name. The library has 9 MB, so it is loaded at the first request for it. */
const sources: Record<string, { type: string; read(): Promise<string> }> = {
  'page.js': { type: javascript, read: () => readFile(new URL('page.js', folder), 'utf8') },
  'examples.js': { type: javascript, read: () => readFile(new URL('examples.js', folder), 'utf8') },
  'styles.js': { type: javascript, read: () => readFile(new URL('styles.js', folder), 'utf8') },
  'page.css': { type: css, read: () => readFile(new URL('page.css', folder), 'utf8') },
  'library.js': { type: javascript, read: async () => (await library()).js },
  'library.css': { type: css, read: async () => (await library()).css },
  'editorWorkerService.worker.js': { type: javascript, read: async () => (await library()).editorWorkerService },
  'json.worker.js': { type: javascript, read: async () => (await library()).jsonWorker },
  'graphql.worker.js': { type: javascript, read: async () => (await library()).graphqlWorker },
}

function library() {
  return import('@graphql-yoga/render-graphiql/graphiql')
}

/** Whether a browser opens the endpoint as a web page. */
export function isPageRequest({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false)
}

/**
 * Registers the files of the API explorer below `/graphql/explorer`, and returns a function that sends its page. The
 * explorer is GraphiQL, served entirely from our own host, so that it works offline. If it is disabled, the page and
 * its files respond with 404.
 * @param brandNameAt returns the name of the brand at a host, for the title of the page. The call may fail
 */
export function registerGraphiql(
  app: FastifyInstance,
  config: GatewayConfig,
  brandNameAt: (host: string) => Promise<string>,
) {
  if (!config.graphiql)
    return async (_host: string, reply: FastifyReply): Promise<FastifyReply> => sendNoExplorer(reply)
  const assets = new Map<string, Promise<Asset>>()
  app.get<{ Params: { name: string } }>('/graphql/explorer/:name', async (request, reply) => {
    const { name } = request.params
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined
    if (!source) return reply.callNotFound()
    const known = assets.get(name) ?? load(source)
    assets.set(name, known)
    return sendAsset(await known, request, reply)
  })
  return async (host: string, reply: FastifyReply): Promise<FastifyReply> => {
    const [page, brand] = await Promise.all([
      readFile(new URL('page.html', folder), 'utf8'),
      // Without the site service, the explorer still works.
      brandNameAt(host).catch(() => ''),
    ])
    const nonce = randomBytes(16).toString('base64')
    const text = page
      .replace('{{nonce}}', nonce)
      .replaceAll('{{brand}}', () => escapeText(brand))
      .replace('{{authority}}', config.tokenIssuer)
      .replace('{{publicUrl}}', config.publicUrl)
    return reply.headers(pageHeaders(config, nonce)).type('text/html; charset=utf-8').send(text)
  }
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function sendNoExplorer(reply: FastifyReply): FastifyReply {
  const message =
    'This gateway does not offer the API explorer. The operator of the gateway can switch it on (GRAPHIQL).'
  return reply.code(404).send({ errors: [codedError('NOT_FOUND', message, reply.request.id)] })
}

async function load(source: { type: string; read(): Promise<string> }): Promise<Asset> {
  return createAsset(source.type, await source.read())
}

/** Allows only our own scripts and styles, and the styles that the editor creates (see styles.js). */
function pageHeaders({ publicUrl, tokenIssuer }: GatewayConfig, nonce: string): Record<string, string> {
  const socketOrigin = new URL(publicUrl).origin.replace(/^http/, 'ws')
  const authorityOrigin = new URL(tokenIssuer).origin
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${socketOrigin} ${authorityOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return { 'content-security-policy': policy.join('; '), vary: 'accept, origin' }
}
