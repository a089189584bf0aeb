import { describe, expect, test } from 'vitest'
import { chooseLocale, createMessages } from '../../../services/platform/messages.ts'
import { html } from '../../../services/platform/html.ts'

const brand = { locales: ['en-GB', 'nl-NL', 'nl-BE', 'fr-FR'], defaultLocale: 'nl-NL' }

describe('chooseLocale', () => {
  test.each<[string | undefined, string | undefined, string, string]>([
    ['fr-FR', 'nl-BE', 'fr-FR', 'the site’s request comes first'],
    ['xx nl-BE', 'fr', 'nl-BE', 'the site’s list is tried in order'],
    ['xx', 'fr-CA, en;q=0.5', 'fr-FR', 'a locale of the same language is enough'],
    [undefined, 'en;q=0.2, nl-be;q=0.9', 'nl-BE', 'the browser’s highest weight comes first'],
    ['xx', 'FR-ca', 'fr-FR', 'case does not matter'],
    [undefined, 'de, fr;q=0', 'nl-NL', 'weight 0 excludes a locale'],
    [undefined, undefined, 'nl-NL', 'without preferences the brand decides'],
    ['"><script>', ';;;,q=,*', 'nl-NL', 'invalid tags are ignored'],
  ])('%j and %j choose %s: %s', (uiLocales, acceptLanguage, expected, _why) => {
    expect(chooseLocale(brand, { uiLocales, acceptLanguage })).toBe(expected)
  })
})

describe('createMessages', () => {
  const messages = createMessages('en-GB', {
    plural: '{count, plural, one {# thing} other {# things}}',
    linked: 'Hello {name}, <link>go on</link>.',
  })

  test('formats by the rules of the locale', () => {
    expect(messages.text('plural', { count: 1 })).toBe('1 thing')
    expect(messages.text('plural', { count: 3 })).toBe('3 things')
  })

  test('escapes values in a message with tags', () => {
    const content = messages.rich('linked', { link: (text) => html`<a href="/x">${text}</a>` }, { name: '<b>' })
    expect(html`${content}`.toString()).toBe('Hello &#60;b&#62;, <a href="/x">go on</a>.')
  })

  test('throws for an unknown id instead of showing it', () => {
    expect(() => messages.text('missing')).toThrow('missing')
  })
})

describe('html', () => {
  test('escapes every value, in text and in attributes', () => {
    const value = `<img src=x onerror="alert('1')">&\``
    expect(html`<p title="${value}">${value}</p>`.toString()).not.toMatch(/<img|"alert|'1'|`/)
    expect(html`${'<'}${['>', ['"']]}`.toString()).toBe('&#60;&#62;&#34;')
  })

  test('does not escape nested html, and renders nothing for null and false', () => {
    const items = [1, 2].map((item) => html`<li>${item}</li>`)
    expect(html`${items}${null}${false}`.toString()).toBe('<li>1</li><li>2</li>')
  })
})
