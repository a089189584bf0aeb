import { expect, test } from 'vitest'
import { setUpEdge } from './edgeServers.ts'

const edge = setUpEdge()

test.each([
  ['locale=de-DE', 'en, fr;q=0.5', 'de-DE, en, fr;q=0.5'],
  ['cookie-consent=10; locale=nl-BE; other=1', 'fr', 'nl-BE, fr'],
  ['other=1', 'en', 'en'],
  ['mylocale=de-DE', 'en', 'en'],
  ['locale=de-DE,evil', 'en', 'en'],
  [`locale=${'a'.repeat(9_000)}`, 'en', 'en'],
  ['locale=', 'en', 'en'],
])('with the cookies %.40s and a browser that prefers %j, services get %j', async (cookie, accepted, expected) => {
  await fetch(`${edge.url}/books/a_token-1`, { headers: { cookie, 'accept-language': accepted } })
  expect(edge.services.seen.at(-1)?.headers['accept-language']).toBe(expected)
})
