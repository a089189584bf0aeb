import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RouteObject, matchRoutes } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { readRouteTable } from '../../../edge/routeTable.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { createRoutes } from '../../../web/routes.tsx'
import { routePaths } from '../../../web/shared/routePaths.ts'
import { configWith } from '../support/config.ts'
import { createTestEnvironment } from '../support/environment.ts'
import { testSession } from '../support/testSession.ts'

const config = configWith()
const routes = createRoutes(testSession(new SignIn(config), createTestEnvironment(), config))

function pathsOf(all: readonly RouteObject[]): string[] {
  return all.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...pathsOf(children)])
}

function hasPage(address: string): boolean {
  return matchRoutes(routes, address)?.at(-1)?.route.path !== '*'
}

const folder = mkdtempSync(join(tmpdir(), 'keepsake-routes-'))
writeFileSync(join(folder, 'routes.json'), JSON.stringify(Object.values(routePaths)))
const edgeFinds = await readRouteTable(folder)

describe('the table of addresses', () => {
  test('has every route of the client, and no other', () => {
    const paths = pathsOf(routes).filter((path) => path !== '*')
    expect(paths.toSorted()).toEqual(Object.values(routePaths).toSorted())
  })

  test.each<readonly [address: string, isKnown: boolean]>([
    ...Object.values(routePaths).map((path) => [path.replaceAll(/:\w+/g, 'QWxidW06MQ=='), true] as const),
    ['//', true],
    ['/my-photos/photos/', true],
    ['/My-Photos/ALBUMS', true],
    ['/my%2Dphotos/photos', true],
    ['/my-photos/albums/a%2Fb', true],
    ['/no-such-page', false],
    ['/my-photos/photos/preview', false],
    ['/my-photos/photos/preview/a/b', false],
    ['/my-photos%2Fphotos', false],
    ['/my-photosX', false],
    ['/en/my-photos/photos', false],
  ])('means the same to the edge and to the router: %s', (address, isKnown) => {
    expect(hasPage(address)).toBe(isKnown)
    expect(edgeFinds(address)).toBe(isKnown)
  })

  test('means the same to the edge and to the router for an address with an invalid escape; the router also warns', () => {
    vi.spyOn(console, 'warn').mockReturnValueOnce(undefined)
    expect(hasPage('/my-photos/albums/%E0%A4%A')).toBe(true)
    expect(edgeFinds('/my-photos/albums/%E0%A4%A')).toBe(true)
  })
})
