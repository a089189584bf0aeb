import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { luminaUrl, publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import { locationOf, refresh, signInAs, SignInRequest, type Visitor } from './visitor.ts'

const [anna, ben] = demoAccounts
const credentials = { email: anna.email, password: demoPassword }
const home = `${publicUrl}/`
let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

describe('sign-out', () => {
  test('requested by our own site happens at once, and returns to that site', async () => {
    const visitor = identity.visitor()
    const tokens = await signInAs(visitor, credentials)
    const page = await askToSignOut(visitor, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: home,
      state: 's',
    })
    expect(page).toContain('data-at-once')
    const answer = await visitor.submit('/identity/session/end/confirm', { xsrf: xsrfOf(page), logout: 'yes' })
    expect(locationOf(answer)).toBe(`${home}?state=s`)
    expect((await refresh(visitor, tokens.refresh_token)).status).toBe(400)
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test.each([
    ['nothing', async () => ({})],
    ['only the site’s name', async () => ({ client_id: 'keepsake-web' })],
    [
      'somebody else’s identity token',
      async () => {
        const tokens = await signInAs(identity.visitor(), { email: ben.email, password: demoPassword })
        return { id_token_hint: tokens.id_token }
      },
    ],
  ])('asks first if the request has %s', async (_name, parameters) => {
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    const page = await askToSignOut(visitor, await parameters())
    expect(page).not.toContain('data-at-once')
    expect(page).toContain('Sign out?')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test.each(['', 'guessed', '0'.repeat(48)])('does nothing with the secret %j', async (xsrf) => {
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    await askToSignOut(visitor, {})
    const answer = await visitor.submit('/identity/session/end/confirm', { xsrf, logout: 'yes' })
    expect(answer.status).toBe(400)
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test.each(['https://evil.example/', `${publicUrl}/anything`, 'javascript:alert(1)'])(
    'never redirects to %s',
    async (uri) => {
      const visitor = identity.visitor()
      const tokens = await signInAs(visitor, credentials)
      const parameters = { id_token_hint: tokens.id_token, post_logout_redirect_uri: uri }
      const answer = await visitor.get(`/identity/session/end?${new URLSearchParams(parameters).toString()}`)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain(uri)
    },
  )

  test('ends on our page if there is no site to return to', async () => {
    const visitor = identity.visitor()
    await signInAs(visitor, credentials)
    const page = await askToSignOut(visitor, { post_logout_redirect_uri: 'https://evil.example/' })
    const answer = await visitor.submit('/identity/session/end/confirm', { xsrf: xsrfOf(page), logout: 'yes' })
    const end = await visitor.get(locationOf(answer))
    expect(await end.text()).toContain('You are signed out')
  })

  test('ends in the design of the site that requested it, even without a target', async () => {
    const visitor = identity.visitor()
    const lumina = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`)
    const tokens = await signInAs(visitor, credentials, lumina)
    const page = await askToSignOut(visitor, { id_token_hint: tokens.id_token, state: 'kept out' })
    const answer = await visitor.submit('/identity/session/end/confirm', { xsrf: xsrfOf(page), logout: 'yes' })
    const end = await (await visitor.get(locationOf(answer))).text()
    expect(end).toContain('<title>You are signed out – Lumina</title>')
    expect(end).toContain(`href="${luminaUrl}/"`)
  })

  test('redirects at once if there is no session', async () => {
    const visitor = identity.visitor()
    const tokens = await signInAs(visitor, credentials)
    const page = await askToSignOut(identity.visitor(), {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: home,
    })
    expect(page).toContain('name="logout" value="yes"')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('shows an error page for a damaged identity token', async () => {
    const visitor = identity.visitor()
    const tokens = await signInAs(visitor, credentials)
    const damaged = `${tokens.id_token.slice(0, -6)}AAAAAA`
    const answer = await visitor.get(`/identity/session/end?id_token_hint=${damaged}`)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This link does not work')
  })
})

async function askToSignOut(visitor: Visitor, parameters: Record<string, string>): Promise<string> {
  const answer = await visitor.get(`/identity/session/end?${new URLSearchParams(parameters).toString()}`)
  expect(answer.status).toBe(200)
  return answer.text()
}

function xsrfOf(page: string): string {
  return /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
}

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  const back = locationOf(await visitor.get(new SignInRequest().url({ prompt: 'none' })))
  return new URL(back).searchParams.has('code')
}
