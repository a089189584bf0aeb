import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allowOrigin, createOriginCheck } from '../platform/allowedOrigins.ts'
import { content, nothing, orProblem } from '../platform/contract.ts'
import { acceptedTags, localeFor, locales } from '../platform/locales.ts'
import { createMessageCatalogues } from '../platform/messageCatalogues.ts'
import type { Service } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { answer } from './answer.ts'
import { createCatalogues } from './catalogues.ts'
import { registerFeedbackWidget } from './feedback/feedbackRoute.ts'
import { registerSitePages } from './pages/siteRoutes.ts'
import { renderUnknownHostPage, unknownHostHeaders } from './unknownHostPage.ts'
import { publicConfigOf, publicConfigSchema } from './publicConfig.ts'

const json = 'application/json; charset=utf-8'
const logoSeconds = 3_600
const yearSeconds = 31_536_000
const config = { access: 'public' } as const

const readConfig = {
  summary: 'Reads the public config of a brand',
  description: 'The brand is found by the host: `host` in the query, else `X-Forwarded-Host`, else `Host`.',
  querystring: orProblem(
    z.object({ host: z.string().min(1).max(255).optional() }),
    () => new Problem(400, 'INVALID_REQUEST', 'host must be one host name.'),
  ),
  response: { 200: publicConfigSchema, 304: nothing },
  problems: { 404: ['UNKNOWN_HOST'] },
}

const showUnknownHost = {
  summary: 'Shows the page for a host that belongs to no brand',
  description: 'At such a host, the edge shows this page instead of the client.',
  response: { 404: content('text/html', 'The page, in the language of `Accept-Language`') },
}

const readCatalogue = {
  summary: 'Reads a message catalogue',
  params: z.object({ file: z.string().describe('Such as `en-GB.json`.') }),
  response: { 200: z.record(z.string(), z.string()), 304: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

const svg = 'image/svg+xml'

const font = 'font/woff2'

/**
 * The pictures of each brand. The URLs of fonts and of the picture of the sign-in pages have a version (`?v=`), so
 * browsers keep these files for a year. Mails show the logo as PNG, because most mail programs show no SVG.
 * `tests/house/logos.test.ts` compares the PNG with the SVG.
 */
const pictures = [
  { name: 'logo.svg', type: svg, what: 'the logo, as SVG,', seconds: logoSeconds },
  { name: 'logo.png', type: 'image/png', what: 'the logo, as PNG,', seconds: logoSeconds },
  { name: 'sign-in.svg', type: svg, what: 'the picture of the sign-in pages', seconds: yearSeconds },
] as const
const ofBrand = z.object({ brand: z.string() })
const fileAnswer = (type: string) => ({
  response: { 200: content(type, 'The file'), 304: nothing },
  problems: { 404: ['NOT_FOUND'] },
})

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface WantedFile {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly seconds: number
}

/** The public face of each brand: its config by host, the message catalogues, its pictures and fonts. */
export const siteService: Service = {
  description:
    'The public face of each brand: its config, message catalogues, pictures and fonts, and pages about help and the shop.',
  async register(app, platform) {
    const {
      brands,
      config: { publicUrl, localesDir },
    } = platform
    const isAllowed = createOriginCheck(platform)
    const catalogues = createCatalogues(localesDir)

    app.get('/config.json', { config, schema: readConfig }, async (request, reply) => {
      const host = request.query.host ?? request.host ?? ''
      const brand = brands.atHost(host)
      if (!brand) throw new Problem(404, 'UNKNOWN_HOST', 'No brand has this host.')
      const body = JSON.stringify(publicConfigOf(brand, { host, catalogues: await catalogues.versions() }))
      allowOrigin(isAllowed, request, reply)
      reply.header('vary', 'Origin, Host, X-Forwarded-Host')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    const readMessages = createMessageCatalogues(localesDir)
    const sendUnknownHost = async ({ headers, host }: FastifyRequest, reply: FastifyReply) => {
      const versions = await catalogues.versions()
      const known = locales.filter((locale) => versions.has(locale))
      const locale = localeFor(acceptedTags(headers['accept-language'] ?? ''), known) ?? locales[0]
      const [source, own] = await Promise.all([readMessages(locales[0]), readMessages(locale)])
      const catalogue = { ...source, ...own }
      const page = renderUnknownHostPage({ host, publicUrl, locale, catalogue })
      return reply.status(404).headers(unknownHostHeaders).type('text/html; charset=utf-8').send(page)
    }
    app.get('/unknown-host', { config, schema: showUnknownHost }, sendUnknownHost)
    registerSitePages(app, platform, sendUnknownHost)
    registerFeedbackWidget(app, platform)
    app.get('/locales/:file', { config, schema: readCatalogue }, async (request, reply) => {
      const locale = /^(.*)\.json$/.exec(request.params.file)?.[1]
      const body = locale === undefined ? null : await catalogues.read(locale)
      if (!body) throw notFound('There is no catalogue of this locale.')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    const sendFile = async (exchange: Exchange, { key, name, type, seconds }: WantedFile) => {
      const file = brands.find(key)?.assets.get(name)
      if (file?.type !== type) throw notFound('There is no such file of a brand.')
      exchange.reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return answer(exchange.request, exchange.reply, { type, body: file.content, maxAgeSeconds: seconds })
    }
    for (const { name, type, what, seconds } of pictures) {
      const schema = { summary: `Reads ${what} of a brand`, params: ofBrand, ...fileAnswer(type) }
      app.get(`/brands/:brand/${name}`, { config, schema }, async (request, reply) =>
        sendFile({ request, reply }, { key: request.params.brand, name, type, seconds }),
      )
    }
    const schema = {
      summary: 'Reads a font of a brand',
      params: ofBrand.extend({ file: z.string() }),
      ...fileAnswer(font),
    }
    app.get('/brands/:brand/:file', { config, schema }, async (request, reply) => {
      const { brand: key, file: name } = request.params
      return sendFile({ request, reply }, { key, name, type: font, seconds: yearSeconds })
    })
  },
}
