import { readFileSync, readdirSync } from 'node:fs'
import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'

/** Measured in a browser, on a phone 360 pixels wide. */
const charactersPerLine = 40
const maximumLines = 4

const locales = readdirSync('web/locales').flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])

/** The number of lines of a text without hyphenation. */
function linesOf(text: string): number {
  let lines = 1
  let length = 0
  for (const word of text.split(' ')) {
    if (length > 0 && length + 1 + word.length > charactersPerLine) {
      lines += 1
      length = word.length
    } else length += word.length + (length > 0 ? 1 : 0)
  }
  return lines
}

/** The title and the text of each banner in a language, with the longest values. */
function bannersOf(locale: string) {
  const messages: Record<string, string> = JSON.parse(readFileSync(`web/locales/${locale}.json`, 'utf8'))
  const { formatMessage, formatDate } = createIntl({ locale, messages, onError: () => undefined })
  const date = formatDate('2027-09-28', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const orderBy = formatMessage({ id: 'storage.orderBy' }, { date })
  const estimate = (text: string) => formatMessage({ id: 'storage.estimated' }, { text })
  const months = (count: number) => formatMessage({ id: 'storage.months' }, { count })
  return [
    [months(18), orderBy],
    [estimate(months(2)), orderBy],
    [formatMessage({ id: 'storage.deleted' }, { count: 28 }), orderBy],
    [formatMessage({ id: 'banner.title' }), formatMessage({ id: 'banner.textAlbums' })],
    [formatMessage({ id: 'banner.title' }), formatMessage({ id: 'banner.text' })],
    ...['invited', 'settling', 'failed', 'deleting'].map((phase) => [
      formatMessage({ id: `import.${phase}.title` }),
      formatMessage({ id: phase === 'invited' ? 'import.invited.brief' : `import.${phase}.text` }),
    ]),
  ]
}

describe('the texts of all banners fit on a phone', () => {
  test.each(locales)('in %s', (locale) => {
    const tooLong = bannersOf(locale).filter(
      (texts) => texts.reduce((lines, text) => lines + linesOf(text), 0) > maximumLines,
    )
    expect(tooLong).toEqual([])
  })
})
