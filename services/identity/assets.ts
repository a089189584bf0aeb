import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { content as contentOf, type ServiceApp } from '../platform/contract.ts'
import type { Brand } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'
import { themeStyle } from '../platform/brands/theme.ts'
import type { PageAssets } from './pages/layout.ts'

const files = [
  { name: 'identity.css', type: 'text/css; charset=utf-8', url: new URL('assets/identity.css', import.meta.url) },
  { name: 'identity.js', type: 'text/javascript; charset=utf-8', url: new URL('assets/identity.js', import.meta.url) },
  { name: 'passkeys.js', type: 'text/javascript; charset=utf-8', url: new URL('assets/passkeys.js', import.meta.url) },
  { name: 'simplewebauthn.js', type: 'text/javascript; charset=utf-8', url: simpleWebAuthn() },
  { name: 'newsreader.woff2', type: 'font/woff2', url: font('newsreader') },
  { name: 'instrument-sans.woff2', type: 'font/woff2', url: font('instrument-sans') },
] as const

/** One year. Changed files have other URLs, because each URL contains a version. */
const immutable = 'public, max-age=31536000, immutable'

const config = { access: 'public' } as const

const readLook = {
  summary: 'Reads the look of a brand',
  params: z.object({ brand: z.string() }),
  response: { 200: contentOf('text/css', 'A style sheet') },
  problems: { 404: ['NOT_FOUND'] },
}

export interface Assets extends PageAssets {
  /** Routes for the static files and for the look of each brand. */
  register(app: ServiceApp): void
}

/** Reads the static files once. Their version is a digest of all of them. */
export async function loadAssets(brands: Pick<Brands, 'find'>): Promise<Assets> {
  const contents = await Promise.all(files.map(async (file) => ({ ...file, content: await readFile(file.url) })))
  const version = digest(contents.map(({ content }) => digest(content)).join())
  const path = (name: string) => `/identity/assets/${version}/${name}`
  return {
    stylesheet: path('identity.css'),
    script: path('identity.js'),
    passkeyScripts: [path('simplewebauthn.js'), path('passkeys.js')],
    brandStylesheet: (brand) => `/identity/assets/brands/${brand.key}.css?v=${digest(brandStyle(brand))}`,
    register(app) {
      for (const { name, type, content } of contents) {
        // This route is left out of the committed OpenAPI document, because its path contains a digest that changes
        // with the files.
        app.get(
          `/assets/${version}/${name}`,
          { config, schema: { hide: true, response: { 200: contentOf(type, name) } } },
          (_request, reply) => reply.header('cache-control', immutable).type(type).send(content),
        )
      }
      app.get('/assets/brands/:brand.css', { config, schema: readLook }, async (request, reply) => {
        const brand = brands.find(request.params.brand)
        if (!brand) return reply.callNotFound()
        return reply.header('cache-control', immutable).type('text/css; charset=utf-8').send(brandStyle(brand))
      })
    },
  }
}

/** A brand's look as custom properties, and its fonts. */
function brandStyle({ theme, fontFaces }: Brand): string {
  const faces = fontFaces.map(
    ({ family, url, weight }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};font-display:optional;src:url('${url}') format('woff2')}`,
  )
  return [...faces, themeStyle(theme)].join('')
}

function font(family: string): URL {
  const file = `@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`
  return new URL(import.meta.resolve(file))
}

/** The library as one file, which sets the global `SimpleWebAuthnBrowser`. */
function simpleWebAuthn(): URL {
  return new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))
}

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 12)
}
