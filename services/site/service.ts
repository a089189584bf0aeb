import { z } from 'zod'
import { content, nothing, orProblem } from '../platform/contract.ts'
import type { Service } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { answer } from './answer.ts'
import { createCatalogues } from './catalogues.ts'
import { publicConfigOf, publicConfigSchema } from './publicConfig.ts'

const json = 'application/json; charset=utf-8'
const logoSeconds = 3_600
const config = { access: 'public' } as const

const readConfig = {
  summary: 'Reads the public config of a brand',
  description: 'The brand is found by the host: `host` in the query, else `X-Forwarded-Host`, else `Host`.',
  querystring: orProblem(
    z.object({ host: z.string().min(1).max(255).optional() }),
    () => new Problem(400, 'INVALID_REQUEST', 'host must be one host name.'),
  ),
  response: { 200: publicConfigSchema, 304: nothing },
}

const readCatalogue = {
  summary: 'Reads a message catalogue',
  params: z.object({ file: z.string().describe('Such as `en-GB.json`.') }),
  response: { 200: z.record(z.string(), z.string()), 304: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

/** Mails show the PNG, because most mail programs show no SVG. `tests/house/logos.test.ts` compares the two. */
const logoTypes = [
  { format: 'svg', type: 'image/svg+xml' },
  { format: 'png', type: 'image/png' },
] as const

/** The public face of each brand: its config by host, the message catalogues, its logo. */
export const siteService: Service = {
  description: 'The public face of each brand: its config, message catalogues and logo.',
  async register(app, { brands, config: { publicUrl, localesDir } }) {
    const catalogues = createCatalogues(localesDir)

    app.get('/config.json', { config, schema: readConfig }, async (request, reply) => {
      const host = request.query.host ?? request.host ?? ''
      const brand = brands.atHost(host) ?? brands.all()[0]
      const body = JSON.stringify(publicConfigOf(brand, { publicUrl, host, catalogues: await catalogues.versions() }))
      reply.header('vary', 'Host, X-Forwarded-Host')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    app.get('/locales/:file', { config, schema: readCatalogue }, async (request, reply) => {
      const locale = /^(.*)\.json$/.exec(request.params.file)?.[1]
      const body = locale === undefined ? null : await catalogues.read(locale)
      if (!body) throw notFound('There is no catalogue of this locale.')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    for (const { format, type } of logoTypes) {
      const schema = {
        summary: `Reads the logo of a brand, as ${format.toUpperCase()}`,
        params: z.object({ brand: z.string() }),
        response: { 200: content(type, 'The logo'), 304: nothing },
        problems: { 404: ['NOT_FOUND'] },
      }
      app.get(`/brands/:brand/logo.${format}`, { config, schema }, async (request, reply) => {
        const logo = brands.find(request.params.brand)?.pictures.get(`logo.${format}`)
        if (!logo) throw notFound('There is no such brand.')
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        return answer(request, reply, { type, body: logo.content, maxAgeSeconds: logoSeconds })
      })
    }
  },
}
