import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicUrl, type RunningIdentity, startIdentity } from './support.ts'
import { SignInRequest } from './visitor.ts'

let identity: RunningIdentity

beforeAll(async () => {
  identity = await startIdentity()
})

afterAll(async () => identity.close())

/** Submits the form in the footer, which chooses the language. */
async function choose(locale: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${identity.url}/identity/language`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({ locale }),
    redirect: 'manual',
  })
}

/** The sign-in page of a site that asks for French, in a browser that prefers German. */
async function pageOf(chosen: string | null): Promise<string> {
  const visitor = identity.visitor()
  if (chosen !== null) visitor.keep(`locale=${chosen}; Path=/`)
  const answer = await visitor.get(new SignInRequest().url({ ui_locales: 'fr-FR' }))
  return (await visitor.get(answer.headers.get('location') ?? '')).text()
}

describe('the language of the pages', () => {
  test('is kept in a cookie, and takes precedence over the language of the site and of the browser', async () => {
    const answer = await choose('nl-NL', { referer: `${publicUrl}/identity/link?client=keepsake-web` })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/identity/link?client=keepsake-web')
    expect(answer.headers.get('set-cookie')).toBe('locale=nl-NL; Path=/; Max-Age=31536000; SameSite=Lax')
    const page = await pageOf('nl-NL')
    expect(page).toContain('<html lang="nl-NL" dir="ltr">')
    expect(page).toContain('<option value="nl-NL" lang="nl-NL" selected>')
    expect(await pageOf(null)).toContain('<html lang="fr-FR"')
  })

  test.each([
    ['a form of the sign-in', '/identity/interaction/a', '/identity/interaction/a'],
    ['a form below a page', '/identity/interaction/a/undo', '/identity/interaction/a'],
    ['an address that looks like another host', '//elsewhere.example/', '/'],
  ])('the visitor returns from %s to its page', async (_what, path, expected) => {
    const answer = await choose('de-DE', { referer: publicUrl + path })
    expect(answer.headers.get('location')).toBe(expected)
  })

  test('the visitor returns to a page of another brand that has the form', async () => {
    const referer = `${new URL(publicUrl).protocol}//lumina.${new URL(publicUrl).host}/help?stripped`
    expect((await choose('de-DE', { referer })).headers.get('location')).toBe('/help?stripped')
  })

  test.each([
    ['no page', {}],
    ['a page of another site', { referer: 'https://elsewhere.example/identity/link' }],
    ['an invalid address', { referer: 'nowhere' }],
  ])('without a page of ours, the visitor is led to the root: %s', async (_what, headers) => {
    expect((await choose('de-DE', headers)).headers.get('location')).toBe('/')
  })

  test.each([
    ['an unknown language', 'xx-XX', {}],
    ['a header in the language', 'de-DE\r\nset-cookie: a=b', {}],
    ['a form of another site', 'de-DE', { 'sec-fetch-site': 'cross-site' }],
  ])('stays as it is for %s', async (_what, locale, headers) => {
    const answer = await choose(locale, headers)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})
