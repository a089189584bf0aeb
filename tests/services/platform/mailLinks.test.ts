import { describe, expect, test } from 'vitest'
import { couldBeLink, withoutLinks } from '../../../services/platform/mailLinks.ts'

describe('a name', () => {
  test.each([
    'www.evil.example',
    'evil1.example',
    'evil-.example',
    'i❤.example',
    'evil。example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'bücher.example',
    '192.0.2.1',
    'https:evil',
    'Ada / Bob',
    'ada@evil',
  ])('%s could be a link', (name) => {
    expect(couldBeLink(name)).toBe(true)
  })

  test.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'Dr. Müller-Lüdenscheidt',
    'Oma & Opa',
    'Martin Luther King jr.',
    'A. 2.0',
  ])('%s is not a link', (name) => {
    expect(couldBeLink(name)).toBe(false)
  })
})

describe('a message without links', () => {
  test.each([
    'www.evil.example',
    'https://evil.example/path?a=b.c',
    'HTTP://192.0.2.1/',
    'evil.example',
    'evil。example',
    'xn--bcher-kva.example',
    'a1.b2c.example',
    'i❤.example',
    'mail.ada@evil.example',
    'ftp.evil.example:8080/x',
  ])('has no address that works in place of %s', (address) => {
    const text = withoutLinks(`See ${address}, now`)
    expect(text.replaceAll('\u200c', '')).toBe(`See ${address}, now`)
    // Mail programs examine each word by itself.
    const [, word = ''] = text.split(/\s+/)
    for (const url of [word, `http://${word}`]) expect(URL.canParse(url)).toBe(false)
  })

  test.each(['mailto:ada@evil.example', 'tel:+31201234567', 'javascript:alert(1)', 'sms:123'])(
    'has no scheme in place of %s',
    (address) => {
      expect(/^[a-z]+:(?!\u200c)/i.test(withoutLinks(address))).toBe(false)
    },
  )

  test.each([
    'We left at 12:30 and paid € 3.50.\nSee you on 24.12.2026!',
    'Dear Ada: look at this. It is lovely... isn’t it? 😀 :-)',
    'Version 2.0, page 3/4, A.\nB. and e.g. J.R.R. Tolkien',
  ])('is unchanged if it is ordinary: %s', (text) => {
    expect(withoutLinks(text)).toBe(text)
  })
})
