import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceNames } from '../../../services/services.ts'
import { type RegisteredRoute, recordRoutes } from '../../support/answerContracts.ts'
import { type RunningServices, startServices } from '../../support/services.ts'
import type { Access } from '../../../services/platform/contract.ts'
import type { OpenApiDocument, Operation } from '../../../services/platform/openapi.ts'

/** The answer to a caller without credentials: its status and its code. */
const refusals: Readonly<Record<Exclude<Access, 'public'>, readonly [number, string]>> = {
  account: [401, 'UNAUTHENTICATED'],
  service: [403, 'SERVICES_ONLY'],
  operator: [403, 'OPERATOR_ONLY'],
}

/** Every route that needs no credentials in its headers, and why. */
const publicRoutes = [
  // Health.
  'GET /livez',
  'GET /readyz',
  // For Prometheus; not forwarded by the edge.
  'GET /metrics',
  // Demo only.
  'GET /dev/outbox',
  'GET /dev/outbox/:id',
  'GET /dev/api',
  'GET /dev/api/:file',
  // The contracts themselves.
  ...serviceNames.map((name) => `GET /${name}/openapi.json`),
  // Sign-in happens here.
  'GET /identity/assets/brands/:brand.css',
  'GET /identity/interaction/:uid',
  'POST /identity/interaction/:uid',
  'GET /identity/interaction/:uid/registration',
  'POST /identity/interaction/:uid/registration',
  'GET /identity/*',
  'POST /identity/*',
  'OPTIONS /identity/*',
  // Read before anyone has signed in.
  'GET /site/config.json',
  'GET /site/locales/:file',
  'GET /site/brands/:brand/logo.svg',
  // The URL is signed.
  'GET /storage/blobs/*',
  // Browsers ask without credentials.
  'OPTIONS /storage/files',
  'OPTIONS /storage/files/:id',
  'OPTIONS /storage/uploads',
  'OPTIONS /storage/uploads/:id',
  'OPTIONS /storage/blobs/*',
  // The first message authenticates: tests/services/platform/eventSocket.test.ts.
  'GET /photos/events',
  'GET /downloads/notifications',
  'GET /exports/events',
  'GET /push/messages',
  // For Prometheus; not forwarded by the edge.
  'GET /downloads/metrics',
  'GET /exports/metrics',
]

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

describe('access to the routes of all services', () => {
  test('every route is refused without credentials, unless it is listed as public', async () => {
    const open: string[] = []
    for (const { method, url, access } of registered.filter(isOwn)) {
      const name = `${method} ${url}`
      if (publicRoutes.includes(name) || /^GET \/identity\/assets\/[\w-]{12}\//.test(name)) continue
      const id = '01900000-0000-7000-8000-000000000000'
      const answer = await fetch(
        services.url + url.replaceAll(/:(year|month|iteration)/g, '1').replaceAll(/:\w+/g, id),
        {
          method,
        },
      )
      const [status, code] = access === 'public' ? [] : refusals[access]
      const body = method === 'HEAD' ? { code } : await answer.json()
      if (answer.status !== status || body.code !== code) open.push(`${name} answers ${answer.status} ${body.code}`)
    }
    expect(open).toEqual([])
  })

  test('every route that is listed as public exists, and declares that it is public', () => {
    const saying = registered.filter(({ access, url }) => access === 'public' || !/^\/[a-z]+\//.test(url))
    const names = saying.map(({ method, url }) => `${method} ${url}`)
    const missing = publicRoutes.filter((name) => !names.includes(name) && !/^GET \/(dev|livez|readyz)/.test(name))
    expect(missing).toEqual([])
  })

  test('the recorded routes include every kind of access', () => {
    expect(new Set(registered.map(({ access }) => access))).toEqual(
      new Set(['account', 'service', 'operator', 'public']),
    )
    expect(registered.length).toBeGreaterThan(60)
  })
})

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
      expect(Object.keys(operation.responses).some((status) => status < '400')).toBe(true)
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
  // Generated by the code under test, and compared with the file in git above.
  return (await served.json()) as OpenApiDocument
}

function callsOf(paths: OpenApiDocument['paths']): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
