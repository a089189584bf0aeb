import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Service } from '../platform/platform.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { answer } from './answer.ts'
import { brandOfHost } from './brandOfHost.ts'
import { brands } from './brands.ts'
import { createCatalogues } from './catalogues.ts'
import { publicConfigOf } from './publicConfig.ts'

const json = 'application/json; charset=utf-8'
const logoSeconds = 3_600
const configQuery = z.object({ host: z.string().min(1).max(255).optional() })

/** The public face of each brand: its config by host, the message catalogues, its logo. */
export const siteService: Service = {
  async register(app, { config: { publicUrl, localesDir } }) {
    const catalogues = createCatalogues(localesDir)
    const logos = new Map<string, Buffer>()
    for (const { key } of brands) logos.set(key, await readFile(new URL(`./logos/${key}.svg`, import.meta.url)))
    // A folder without a catalogue for every brand stops the start.
    for (const brand of brands) publicConfigOf(brand, { publicUrl, catalogues: await catalogues.versions() })

    app.get('/config.json', async (request, reply) => {
      const { success, data } = configQuery.safeParse(request.query)
      if (!success) throw new Problem(400, 'INVALID_REQUEST', 'host must be one host name.')
      const brand = brandOfHost(data.host ?? request.host ?? '')
      const body = JSON.stringify(publicConfigOf(brand, { publicUrl, catalogues: await catalogues.versions() }))
      reply.header('vary', 'Host, X-Forwarded-Host')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    app.get<{ Params: { file: string } }>('/locales/:file', async (request, reply) => {
      const locale = /^(.*)\.json$/.exec(request.params.file)?.[1]
      const body = locale === undefined ? null : await catalogues.read(locale)
      if (!body) throw notFound('There is no catalogue of this locale.')
      return answer(request, reply, { type: json, body, maxAgeSeconds: 0 })
    })
    app.get<{ Params: { brand: string } }>('/brands/:brand/logo.svg', async (request, reply) => {
      const body = logos.get(request.params.brand)
      if (!body) throw notFound('There is no such brand.')
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      return answer(request, reply, { type: 'image/svg+xml', body, maxAgeSeconds: logoSeconds })
    })
  },
}
