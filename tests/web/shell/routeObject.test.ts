import { createMemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import type { PageRoute } from '../../../web/shared/page/PageRoute.ts'
import { routeObject } from '../../../web/shell/routeObject.ts'
import { configWith } from '../support/config.ts'
import { createTestEnvironment } from '../support/environment.ts'
import { signInAs } from '../support/session.ts'
import { soon } from '../support/soon.ts'
import { testSession } from '../support/testSession.ts'

const feature = 'PhotoManagementAlbumViewEnabled'

/** Navigates to addresses one after another; returns those at which the page was loaded. */
async function loadsAt(page: Partial<PageRoute>, ...addresses: readonly string[]) {
  const config = configWith({ [feature]: false })
  const session = testSession(new SignIn(config), createTestEnvironment(), config)
  const loads: string[] = []
  const load =
    async () =>
    (_: unknown, { request }: { readonly request: Request }) => {
      loads.push(request.url.replace('http://localhost', ''))
      return null
    }
  const pages: readonly PageRoute[] = [{ path: '/' }, { path: '/things/:id', load, ...page }]
  const router = createMemoryRouter(pages.map((each) => routeObject(session, each)))
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), soon)
  for (const address of addresses) await router.navigate(address)
  const { pathname, search } = router.state.location
  router.dispose()
  return { loads, end: pathname + search }
}

describe('a page loads again', () => {
  test('on every navigation to it, by default', async () => {
    const { loads } = await loadsAt({}, '/things/1', '/things/1?x=1', '/things/1?x=1')
    expect(loads).toEqual(['/things/1', '/things/1?x=1', '/things/1?x=1'])
  })

  test('only when one of its named path or query parameters has changed', async () => {
    const visits = ['/things/1', '/things/1?x=1', '/things/2?x=1', '/things/2?x=1&sort=name', '/things/2?sort=name']
    const { loads } = await loadsAt({ reloadOn: ['id', 'sort'] }, ...visits)
    expect(loads).toEqual(['/things/1', '/things/2?x=1', '/things/2?x=1&sort=name'])
  })

  test('never while it stays open, if it names no parameters', async () => {
    const { loads } = await loadsAt({ reloadOn: [] }, '/things/1', '/things/1?x=1', '/', '/things/1')
    expect(loads).toEqual(['/things/1', '/things/1'])
  })
})

describe('a page whose feature is off', () => {
  test('loads nothing and redirects to the overview, keeping the feature switches of the visit', async () => {
    const { loads, end } = await loadsAt({ feature }, '/things/1?stripped')
    expect(loads).toEqual([])
    expect(end).toBe('/?stripped=true')
  })

  test('exists when the URL switches the feature on', async () => {
    const { loads, end } = await loadsAt({ feature }, `/things/1?${feature}=true`)
    expect(loads).toEqual([end])
    expect(end).toBe(`/things/1?${feature}=true`)
  })
})

describe('a page for one kind of account', () => {
  afterEach(() => localStorage.clear())

  test.each([
    ['business', 'b2b', true],
    ['business', 'password', false],
    ['private', 'password', true],
    ['private', 'B2B', false],
  ] as const)('for %s accounts, with the claim %s, is open: %s', async (accounts, auth_method, isOpen) => {
    signInAs({ sub: 'account-1', auth_method })
    const { loads, end } = await loadsAt({ accounts }, '/things/1?stripped')
    expect(loads).toEqual(isOpen ? ['/things/1?stripped'] : [])
    expect(end).toBe(isOpen ? '/things/1?stripped' : '/?stripped=true')
  })

  test('keeps its address until the account is known, because the sign-in returns to it', async () => {
    const { loads, end } = await loadsAt({ accounts: 'business' }, '/things/1?page=2')
    expect(loads).toEqual([end])
    expect(end).toBe('/things/1?page=2')
  })
})
