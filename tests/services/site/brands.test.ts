import { describe, expect, test } from 'vitest'
import { brands } from '../../../services/site/brands.ts'
import { brandOfHost, originOf } from '../../../services/site/brandOfHost.ts'

/** The design system's surfaces behind a brand's colours (web/ui/tokens.css). */
const surfaces = {
  light: ['#fbfaf7', '#ffffff', '#f3f1ec'],
  dark: ['#141312', '#1c1b19', '#100f0e'],
}

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const value = Number.parseInt(colour.slice(index, index + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left)
  return (light + 0.05) / (dark + 0.05)
}

test('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe.each(brands)('$name', ({ theme }) => {
  test.each(['light', 'dark'] as const)('has readable colours in %s mode', (mode) => {
    const { '--brand-accent': accent, '--brand-on-accent': onAccent } = theme[mode]
    expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces[mode]) expect(contrast(accent, surface)).toBeGreaterThanOrEqual(4.5)
  })

  test('has colours that are valid in CSS', () => {
    for (const colours of Object.values(theme)) {
      for (const [name, value] of Object.entries(colours)) {
        expect(name).toMatch(/^--brand-/)
        expect(value).toMatch(/^#[0-9a-f]{6}$/)
      }
    }
  })
})

describe('the brand of a host', () => {
  test.each([
    ['localhost', 'keepsake'],
    ['localhost:4000', 'keepsake'],
    ['127.0.0.1:4000', 'keepsake'],
    ['[::1]:4000', 'keepsake'],
    ['keepsake.example', 'keepsake'],
    ['lumina.localhost', 'lumina'],
    ['lumina.localhost:4000', 'lumina'],
    ['LUMINA.LocalHost:80', 'lumina'],
    ['lumina.keepsake.example', 'lumina'],
    ['lumina', 'keepsake'],
    ['notlumina.localhost', 'keepsake'],
    ['unknown.example', 'keepsake'],
    ['', 'keepsake'],
    ['../../etc/passwd', 'keepsake'],
  ])('%j is %s', (host, key) => {
    expect(brandOfHost(host).key).toBe(key)
  })

  test('the origin of each brand belongs to that brand only', () => {
    for (const brand of brands) expect(brandOfHost(new URL(originOf(brand, 'http://localhost:4000')).host)).toBe(brand)
  })
})
