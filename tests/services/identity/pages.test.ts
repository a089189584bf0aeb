import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../../services/platform/demo.ts'
import { luminaUrl, ownAddress, publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import { brandsAt } from '../../support/brands.ts'
import { locationOf, openSignIn, signInAs, SignInRequest } from './visitor.ts'

const attack = `"'><script>alert(1)</script><img src=x onerror=alert(2)>`
const [anna] = demoAccounts
let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

describe('input is shown as text', () => {
  test.each(['login_hint', 'ui_locales', 'state', 'scope', 'nonce', 'client_id', 'response_type', 'prompt', 'max_age'])(
    'in the parameter %s',
    async (name) => {
      const visitor = identity.visitor()
      const answer = await visitor.get(new SignInRequest().url({ [name]: attack }))
      const location = answer.headers.get('location')
      const isPage = location?.startsWith('/identity/interaction/') === true
      expectHarmless(await (isPage ? await visitor.get(location) : answer).text())
    },
  )

  test('in the e-mail of a sign-in, which stays in the form', async () => {
    const visitor = identity.visitor(ownAddress())
    const answer = await visitor.submit(await openSignIn(visitor), { email: attack, password: attack })
    const page = await answer.text()
    expectHarmless(page)
    expect(page).toContain('value="&#34;&#39;&#62;&#60;script&#62;')
  })

  test('in every field of a registration; the password does not stay in the form', async () => {
    const visitor = identity.visitor(ownAddress())
    const answer = await visitor.submit(registrationOf(await openSignIn(visitor)), {
      name: `${attack}NAME`,
      email: `${attack}EMAIL`,
      password: `${attack}PASSWORD`,
      terms: attack,
    })
    const page = await answer.text()
    expectHarmless(page)
    expect(page).toContain('NAME')
    expect(page).toContain('EMAIL')
    expect(page).not.toContain('PASSWORD')
  })

  test.each([
    `/identity/interaction/${encodeURIComponent(attack)}`,
    `/identity/interaction/x?client=${encodeURIComponent(attack)}`,
    `/identity/interaction/x?client=a&client=b`,
    `/identity/session/end?id_token_hint=${encodeURIComponent(attack)}`,
    `/identity/session/end?client_id=${encodeURIComponent(attack)}`,
    `/identity/session/end/success?client_id=${encodeURIComponent(attack)}`,
    `/identity/auth/${encodeURIComponent(attack)}`,
    `/identity/${encodeURIComponent(attack)}`,
  ])('in the address %s', async (address) => {
    const answer = await identity.visitor({ 'accept-language': attack, 'x-correlation-id': attack }).get(address)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expectHarmless(await answer.text())
  })
})

describe('the sign-in page', () => {
  test('has the language and the e-mail address that the site asks for', async () => {
    const visitor = identity.visitor({ 'accept-language': 'en-GB' })
    const asked = new SignInRequest().url({ ui_locales: 'nl-NL', login_hint: 'mira@example.com' })
    const text = await (await visitor.get(locationOf(await visitor.get(asked)))).text()
    expect(text).toContain('<html lang="nl-NL"')
    expect(text).toContain('value="mira@example.com"')
    const own = await (await visitor.get(await openSignIn(visitor))).text()
    expect(own).toContain('<html lang="en-GB"')
  })

  test('leads to the start page of the brand whose site has sent the visitor', async () => {
    const visitor = identity.visitor()
    const asked = new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`).url()
    const text = await (await visitor.get(locationOf(await visitor.get(asked)))).text()
    expect(text).toContain(`<a href="${luminaUrl}/start">`)
  })
})

describe('NUL characters', () => {
  test.each(['state', 'nonce', 'login_hint', 'ui_locales', 'client_id', 'scope', 'redirect_uri'])(
    'in the parameter %s break nothing',
    async (name) => {
      const visitor = identity.visitor()
      const answer = await visitor.get(new SignInRequest().url({ [name]: 'a\0b' }))
      expect(answer.status).toBeLessThan(500)
      const location = answer.headers.get('location')
      if (location?.startsWith('/')) expect((await visitor.get(location)).status).toBe(200)
    },
  )

  test('in tokens and forms break nothing', async () => {
    const visitor = identity.visitor(ownAddress())
    const fields = { client_id: 'keepsake-web', token: 'a\0b', refresh_token: 'a\0b', grant_type: 'refresh_token' }
    expect((await visitor.submit('/identity/token', fields)).status).toBe(400)
    expect((await visitor.submit('/identity/token/revocation', fields)).status).toBe(200)
    const page = await openSignIn(visitor)
    expect((await visitor.submit(page, { email: 'a\0b@example.com', password: 'a\0b' })).status).toBe(422)
    const form = { name: 'a\0b', email: 'nul@example.com', password: 'three\0green boats', terms: 'yes' }
    expect((await visitor.submit(registrationOf(page), form)).status).toBe(303)
  })
})

describe('an unknown address below /identity', () => {
  test('gets a page', async () => {
    const answer = await identity.visitor().get('/identity/nowhere')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('<h1>This link does not work</h1>')
  })

  test('gets no page if the client does not accept one', async () => {
    const answer = await identity.visitor().get('/identity/nowhere', { accept: 'application/json' })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('<html')
  })
})

describe('headers', () => {
  test.each(['sign-in', 'registration', 'error', 'sign-out'])('of the %s page block foreign content', async (name) => {
    const visitor = identity.visitor()
    const signIn = await openSignIn(visitor)
    const addresses = new Map([
      ['sign-in', signIn],
      ['registration', registrationOf(signIn)],
      ['error', '/identity/interaction/unknown'],
      ['sign-out', '/identity/session/end/success'],
    ])
    const answer = await visitor.get(addresses.get(name) ?? '')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain(
      `form-action 'self' ${brandsAt(publicUrl)
        .all()
        .flatMap(({ origins }) => origins)
        .join(' ')};`,
    )
    expect(policy).not.toMatch(/unsafe|\*|data:.*script/)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await answer.text()
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    expect(page.match(/<script[^>]*>[^<]/)).toBeNull()
  })

  test('protect the session cookie from scripts and from other sites', async () => {
    const answer = await identity.visitor().get(new SignInRequest().url())
    const cookies = answer.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax.*httponly|httponly.*samesite=lax/i)
  })
})

describe('the design', () => {
  test('is that of the brand that the visitor came from', async () => {
    const lumina = await pageOf(new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`).url())
    expect(lumina).toContain('<title>Sign in – Lumina</title>')
    expect(lumina).toContain('src="/brands/lumina/logo.svg"')
    expect(lumina).toMatch(/<img src="\/brands\/lumina\/sign-in\.svg\?v=[\w-]{12}"/)
    expect(lumina).toMatch(/<link rel="preload" href="\/brands\/lumina\/nunito\.woff2\?v=[\w-]{12}" as="font"/)
    expect(lumina).toContain('/identity/assets/brands/lumina.css')
    const keepsake = await pageOf(new SignInRequest().url())
    expect(keepsake).toContain('<title>Sign in – Keepsake</title>')
    const explorer = await pageOf(new SignInRequest('graphiql', `${publicUrl}/graphql`).url())
    expect(explorer).toContain('<title>Sign in – Keepsake</title>')
  })

  test('comes from versioned files that are cached for long', async () => {
    const page = await pageOf(new SignInRequest('lumina-web', `${luminaUrl}/auth/callback`).url())
    const files = [...page.matchAll(/(?:href|src)="(\/identity\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.map((file) => file.replace(/^.*\/|\?.*$/g, '')).toSorted()).toEqual([
      'identity.css',
      'identity.js',
      'lumina.css',
      'passkeys.js',
      'simplewebauthn.js',
    ])
    for (const file of files) {
      const answer = await identity.visitor().get(file.replaceAll('&#38;', '&'))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('immutable')
      expect((await answer.text()).length).toBeGreaterThan(50)
    }
    const look = await identity.visitor().get('/identity/assets/brands/lumina.css')
    expect(await look.text()).toMatch(
      /^@font-face\{font-family:'Nunito';.*:root\{.*--brand-accent:light-dark\(#6a4a86,#cbb2e3\)/,
    )
  })

  test.each(['/identity/assets/brands/other.css', '/identity/assets/x/identity.css', '/identity/assets/../service.ts'])(
    'there is no file at %s',
    async (address) => {
      expect((await identity.visitor().get(address)).status).toBe(404)
    },
  )

  test('the sign-in page lists the demo accounts only if the demo is on', async () => {
    expect(await pageOf(new SignInRequest().url())).toContain(`data-email="${anna.email}"`)
    const real = await startIdentity({ demo: false })
    try {
      const visitor = real.visitor()
      const page = await (await visitor.get(await openSignIn(visitor))).text()
      expect(page).not.toContain(anna.email)
      expect(page).not.toContain('Demo')
    } finally {
      await real.close()
    }
  })
})

describe('accessible forms', () => {
  test('each field has a label and an autocomplete hint', async () => {
    const visitor = identity.visitor()
    const signIn = await openSignIn(visitor)
    const page = (await (await visitor.get(signIn)).text()) + (await (await visitor.get(registrationOf(signIn))).text())
    for (const [id, autocomplete] of [
      ['name', 'name'],
      ['email', 'username'],
      ['password', 'current-password'],
      ['password', 'new-password'],
    ]) {
      expect(page).toContain(`<label for="${id}">`)
      expect(page).toMatch(new RegExp(`id="${id}"[^>]*autocomplete="${autocomplete}"`))
    }
    expect(page).toContain('<html lang="en-GB" dir="ltr">')
  })

  test('the page that changes the password has labels and hints, and the e-mail address for password managers', async () => {
    const visitor = identity.visitor(ownAddress())
    await signInAs(visitor, { email: anna.email, password: demoPassword })
    const address = locationOf(await visitor.get(new SignInRequest().url({ prompt: 'password' })))
    const answer = await visitor.get(address)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    const page = await answer.text()
    for (const [id, autocomplete] of [
      ['currentPassword', 'current-password'],
      ['password', 'new-password'],
    ]) {
      expect(page).toContain(`<label for="${id}">`)
      expect(page).toMatch(new RegExp(`id="${id}"[^>]*type="password"[^>]*autocomplete="${autocomplete}"`))
      expect(page).toMatch(
        new RegExp(`aria-controls="${id}"[^>]*aria-label="Show the password"[^>]*aria-describedby="${id}-label"`),
      )
      expect(page).toContain(`<span id="${id}-label">`)
    }
    expect(page).toContain(`name="username" value="${anna.email}" autocomplete="username"`)
    expect(page).toMatch(/id="currentPassword"[^>]*autofocus/)
    expect(page).toContain('<a href="/identity/password-reset?client=keepsake-web">Choose a new one</a>')
    const refused = await (await visitor.submit(address, { currentPassword: '', password: attack })).text()
    expect(refused).toContain('<title>Error: Change your password – Keepsake</title>')
    expect(refused).toMatch(/role="alert"[^>]*autofocus/)
    expect(refused).toContain('href="#currentPassword"')
    expect(refused).toMatch(
      /id="currentPassword"[^>]*aria-invalid="true"[^>]*aria-describedby="currentPassword-problem"/,
    )
    expectHarmless(refused)
  })

  test('mistakes are listed first, get the focus, and link to their fields', async () => {
    const visitor = identity.visitor(ownAddress())
    const answer = await visitor.submit(registrationOf(await openSignIn(visitor)), { name: 'Mira', email: 'mira@' })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('<title>Error: Create an account – Keepsake</title>')
    expect(page).toMatch(/role="alert"[^>]*autofocus/)
    expect(page).toContain('There are 3 things to fix')
    for (const field of ['email', 'password', 'terms']) {
      expect(page).toContain(`href="#${field}"`)
      expect(page).toContain(`id="${field}-problem"`)
      expect(page).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`))
    }
    expect(page).toContain('value="Mira"')
    expect(page).toContain('value="mira@"')
  })

  test('an e-mail that the site sends is filled in', async () => {
    const page = await pageOf(new SignInRequest().url({ login_hint: 'mira@example.com' }))
    expect(page).toContain('value="mira@example.com"')
  })
})

async function pageOf(request: string): Promise<string> {
  const visitor = identity.visitor()
  return (await visitor.get(locationOf(await visitor.get(request)))).text()
}

function registrationOf(signIn: string): string {
  return signIn.replace('?', '/registration?')
}

function expectHarmless(page: string): void {
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('<img src=x')
  expect(page).not.toContain('"\'>')
}
