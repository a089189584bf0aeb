import { FormattedMessage, IntlProvider } from 'react-intl'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catalogueVersion, compileCatalogue } from '../../../web/build/compiledCatalogues.ts'
import { loadMessages } from '../../../web/startup/messages.ts'

const english = JSON.stringify({ hello: 'Hello, {name}!', photos: '{count, plural, one {# photo} other {# photos}}' })
const dutch = JSON.stringify({ hello: 'Dag, {name}!', photos: '{count, plural, one {# foto} other {# foto’s}}' })

/** The catalogues of a build, as in `virtual:compiled-catalogues`. */
const compiled = {
  'en-GB': { url: '/assets/en-GB.json', version: catalogueVersion(english) },
  'nl-NL': { url: '/assets/nl-NL.json', version: catalogueVersion(dutch) },
}
const unchanged = { 'en-GB': catalogueVersion(english), 'nl-NL': catalogueVersion(dutch) }

let answers: Record<string, unknown> = {}
let asked: string[] = []
beforeEach(() => {
  asked = []
  answers = {
    '/assets/en-GB.json': compileCatalogue(english, 'en-GB'),
    '/assets/nl-NL.json': compileCatalogue(dutch, 'nl-NL'),
    '/locales/en-GB.json': JSON.parse(english),
    '/locales/nl-NL.json': JSON.parse(dutch),
  }
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return path in answers ? Response.json(answers[path]) : new Response(null, { status: 404 })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The two messages as a page shows them. */
async function shownTexts(locale: string, versions: Record<string, string>): Promise<string> {
  const messages = await loadMessages(locale, versions, compiled)
  const { container } = render(
    <IntlProvider locale={locale} messages={messages}>
      <FormattedMessage id="hello" values={{ name: 'Ada' }} /> <FormattedMessage id="photos" values={{ count: 2 }} />
    </IntlProvider>,
  )
  return container.textContent
}

test('an unchanged catalogue is loaded compiled, and nothing else is loaded', async () => {
  expect(await shownTexts('nl-NL', unchanged)).toBe('Dag, Ada! 2 foto’s')
  expect(asked).toEqual(['/assets/nl-NL.json'])
})

test('a compiled catalogue that a newer release has replaced is loaded as plain text', async () => {
  delete answers['/assets/nl-NL.json']
  expect(await shownTexts('nl-NL', unchanged)).toBe('Dag, Ada! 2 foto’s')
  expect(asked).toEqual(['/assets/nl-NL.json', '/locales/nl-NL.json'])
})

test('a retailer’s own catalogue is parsed; missing messages are English', async () => {
  answers['/locales/nl-NL.json'] = { hello: 'Hoi {name}' }
  expect(await shownTexts('nl-NL', { ...unchanged, 'nl-NL': 'changed' })).toBe('Hoi Ada 2 photos')
  expect(asked.toSorted()).toEqual(['/assets/en-GB.json', '/locales/nl-NL.json'])
})

test('a retailer’s catalogue that cannot be loaded is replaced by ours in the same language', async () => {
  delete answers['/locales/nl-NL.json']
  expect(await shownTexts('nl-NL', { ...unchanged, 'nl-NL': 'changed' })).toBe('Dag, Ada! 2 foto’s')
})

test('a retailer’s catalogue for an unknown locale is parsed', async () => {
  answers['/locales/pt-PT.json'] = { hello: 'Olá, {name}!', photos: '{count, plural, one {# foto} other {# fotos}}' }
  expect(await shownTexts('pt-PT', { ...unchanged, 'pt-PT': 'new' })).toBe('Olá, Ada! 2 fotos')
})

test('a retailer’s English replaces ours, even for messages that another locale lacks', async () => {
  answers['/locales/en-GB.json'] = { hello: 'Hi {name}' }
  answers['/locales/nl-NL.json'] = {}
  expect(await shownTexts('nl-NL', {})).toBe('Hi Ada 2 photos')
})

test.each(['Hoi {name', '{name, plural, one {x}}', '<b>{name}', 5])(
  'a retailer’s message %j is replaced by English, and the rest of its catalogue is used',
  async (message) => {
    const reported = vi.fn<(error: Error) => void>()
    vi.stubGlobal('reportError', reported)
    answers['/locales/nl-NL.json'] = { hello: message, photos: '{count} plaatjes' }
    expect(await shownTexts('nl-NL', { ...unchanged, 'nl-NL': 'changed' })).toBe('Hello, Ada! 2 plaatjes')
    if (typeof message === 'string') {
      expect(reported.mock.lastCall?.[0].message).toBe('The message hello of the catalogue nl-NL has a syntax error.')
    }
  },
)

test('English is shown when the catalogue of a locale that the build does not know cannot be loaded', async () => {
  expect(await shownTexts('pt-PT', { ...unchanged, 'pt-PT': 'new' })).toBe('Hello, Ada! 2 photos')
})

test('the start fails when no catalogue can be loaded', async () => {
  answers = {}
  await expect(loadMessages('nl-NL', unchanged, compiled)).rejects.toThrow('answered 404')
  await expect(loadMessages('nl-NL', {}, compiled)).rejects.toThrow('No messages could be loaded')
})
