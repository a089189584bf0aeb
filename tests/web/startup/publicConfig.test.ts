import { describe, expect, test } from 'vitest'
import { brandStyles } from '../../../web/startup/brand.ts'
import { isFeatureOn } from '../../../web/app/features.ts'
import { chooseLocale } from '../../../web/startup/locale.ts'
import { configIn, parsePublicConfig } from '../../../web/app/publicConfig.ts'
import { configBody } from '../support/config.ts'

test('a valid configuration is used unchanged', () => {
  const complete = { ...configBody, trashDays: 30 }
  const more = { ...complete, more: 1 }
  expect(parsePublicConfig(more)).toEqual({ ...complete, received: more })
})

test('a configuration without trashDays turns the trash off', () => {
  expect(parsePublicConfig(configBody).trashDays).toBe(0)
})

test.each([
  ['uploadUrl', { uploadUrl: '/storage/files' }],
  ['locales', { locales: 'en-GB' }],
  ['features.X', { features: { X: 'yes' } }],
  ['links.faq', { links: { ...configBody.links, faq: '' } }],
  ['links.editor', { links: { ...configBody.links, editor: undefined } }],
  ['theme', { theme: null }],
  ['authority', { authority: undefined }],
  ['fonts[0].url', { fonts: [{ family: 'Nunito', weight: '400' }] }],
  ['localLinks.nl-NL.faq', { localLinks: { 'nl-NL': { faq: 1 } } }],
])('the error for an invalid %s names this setting', (name, change) => {
  expect(() => parsePublicConfig({ ...configBody, ...change })).toThrow(name)
})

test.each([null, [], 'config'])('%j is not a configuration', (value) => {
  expect(() => parsePublicConfig(value)).toThrow(TypeError)
})

describe('the locale', () => {
  const config = { locales: ['en-GB', 'nl-NL', 'nl-BE'], defaultLocale: 'nl-NL' }

  test.each([
    ['the locale chosen before', ['fr-FR'], 'nl-BE', 'nl-BE'],
    ['the browser’s locale if the locale chosen before is no longer offered', ['en-GB'], 'de-DE', 'en-GB'],
    ['the browser’s locale', ['fr-FR', 'nl-be'], null, 'nl-BE'],
    ['a locale in the browser’s language', ['en-US'], null, 'en-GB'],
    ['the brand’s default if the brand offers no language of the browser', ['fr-FR'], null, 'nl-NL'],
  ])('is %s', (_, languages, chosen, expected) => {
    expect(chooseLocale(config, languages, chosen)).toBe(expected)
  })
})

describe('a feature', () => {
  const name = 'PhotoManagementTimelineViewEnabled'
  const stored = (value: string | null) => ({ getItem: (key: string) => (key === name ? value : null) })

  test.each([
    ['on if the brand has switched it on', true, '', null, true],
    ['off if the brand has switched it off', false, '', null, false],
    ['on if the query switches it on, although the brand has it off', false, `${name}=true`, null, true],
    ['off if the query switches it off, although storage has it on', true, `${name}=false`, 'true', false],
    ['off if storage has it off, although the brand has it on', true, '', 'false', false],
    ['not changed by invalid values', true, `${name}=maybe`, 'perhaps', true],
  ])('is %s', (_, brand, query, storage, expected) => {
    expect(isFeatureOn({ [name]: brand }, name, new URLSearchParams(query), stored(storage))).toBe(expected)
  })

  test('is off if the brand’s configuration does not have it', () => {
    expect(isFeatureOn({}, name, new URLSearchParams(), stored(null))).toBe(false)
  })
})

test('the links of a locale replace those of the brand', () => {
  const localLinks = { 'nl-NL': { faq: 'https://shop.test/nl/faq' } }
  const config = parsePublicConfig({ ...configBody, localLinks })
  expect(configIn(config, 'nl-NL').links).toEqual({ ...configBody.links, faq: 'https://shop.test/nl/faq' })
  expect(configIn(config, 'en-GB').links).toEqual(configBody.links)
})

test('brand styles accept only brand variables, and no value that ends the declaration', () => {
  const styles = brandStyles({
    common: { '--brand-radius-md': '0px' },
    light: { '--brand-accent': '#123', '--color-text': 'red', '--brand-evil': 'red} body{display:none' },
    dark: { '--brand-accent': '#abc' },
  })
  expect(styles).toContain(':root{--brand-radius-md:0px;--brand-accent:#123}')
  const dark = '{--brand-accent:#abc}}'
  expect(styles).toContain(`@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light'])${dark}`)
  expect(styles).toContain(`@media screen{:root[data-theme='dark']${dark}`)
  expect(styles).not.toMatch(/color-text|evil|display/)
})
