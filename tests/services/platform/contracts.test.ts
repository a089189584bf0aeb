import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceNames } from '../../../services/services.ts'
import { type RegisteredRoute, recordRoutes } from '../../support/answerContracts.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import type { OpenApiDocument, Operation } from '../../../services/platform/openapi.ts'

let registered: readonly RegisteredRoute[]
let services: RunningServices

beforeAll(async () => {
  const started = await recordRoutes(() => startServices({ environment: { DEMO: 'true' } }))
  services = started.result
  registered = started.routes
})
afterAll(() => services.close())

/** False for a HEAD route that answers like the GET route. */
const isOwn = ({ method, url }: RegisteredRoute) => method !== 'HEAD' || url === '/storage/files/:id'

describe('the OpenAPI document of a service', () => {
  test.each(serviceNames)('%s: is served as it is in git', async (name) => {
    const served = await fetch(`${services.url}/${name}/openapi.json`)
    const text = await readFile(new URL(`../../../services/${name}/openapi.json`, import.meta.url), 'utf8')
    expect(await served.json()).toEqual(JSON.parse(text))
  })

  test.each(serviceNames)('%s: has every route, with a summary and an answer', async (name) => {
    const { paths } = await documentOf(name)
    const described = callsOf(paths).map(({ method, path }) => `${method} ${path}`)
    const routes = registered
      .filter(({ url }) => url.startsWith(`/${name}/`) && !url.endsWith('/openapi.json'))
      .filter((route) => isOwn(route) && !/\/assets\/[\w-]{12}\//.test(route.url))
      .map(
        ({ method, url }) =>
          `${method} ${url
            .slice(name.length + 1)
            .replaceAll(/:(\w+)/g, '{$1}')
            .replace('*', '{path}')}`,
      )
    expect(described.toSorted()).toEqual(routes.toSorted())
    for (const { path, operation } of callsOf(paths)) {
      expect([path, operation.summary]).toEqual([path, expect.stringMatching(/^[A-Z]/)])
      // The page for a host of no brand is always sent with status 404, never as a success.
      const least = path === '/unknown-host' ? '404' : '399'
      expect(Object.keys(operation.responses).some((status) => status <= least)).toBe(true)
    }
  })

  test.each(serviceNames)('%s: declares every parameter of its paths, and has no broken reference', async (name) => {
    const document = await documentOf(name)
    for (const { path, operation } of callsOf(document.paths)) {
      const inPath = operation.parameters.filter((parameter) => parameter['in'] === 'path').map(({ name: own }) => own)
      expect([path, new Set(inPath)]).toEqual([path, new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, own]) => own))])
    }
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    for (const [, kind = '', id = ''] of references) expect(document.components).toHaveProperty([kind, id])
  })

  test('is shown and served in a demo', async () => {
    const page = await (await fetch(`${services.url}/dev/api`)).text()
    for (const name of serviceNames) expect(page).toContain(`<h2 id="${name}">`)
    expect(page).toContain('<code>GET /photos/timeline/{year}/{month}</code>')
    expect(page.match(/<(script|link|img)/)).toBeNull()
    const handedOut = await fetch(`${services.url}/dev/api/photos.json`)
    expect(await handedOut.json()).toEqual(await documentOf('photos'))
    expect((await fetch(`${services.url}/dev/api/nothing.json`)).status).toBe(404)
  })
})

async function documentOf(name: string): Promise<OpenApiDocument> {
  const served = await fetch(`${services.url}/${name}/openapi.json`)
  // The cast is safe: the code under test generates this document, and a test above compares it with the file in git.
  return (await served.json()) as OpenApiDocument
}

function callsOf(paths: OpenApiDocument['paths']): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
