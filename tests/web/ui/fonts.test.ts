import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Ascent and descent (% of the font size) in the files of our fonts. */
const heights = { Newsreader: [73.5, 26.5], 'Instrument Sans': [97, 25] }

interface Face {
  readonly name: string
  readonly values: readonly number[]
}

function fallbackFaces(): Face[] {
  const css = readFileSync('web/ui/fonts.css', 'utf8')
  return [...css.matchAll(/@font-face \{(.*?)\}/gs)].map(([, rules = '']) => ({
    name: /font-family: '(.*?)'/.exec(rules)?.[1] ?? '',
    values: ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'].map((property) =>
      Number(new RegExp(`${property}: ([\\d.]+)%`).exec(rules)?.[1]),
    ),
  }))
}

test.each(Object.entries(heights))(
  'every fallback font for %s has the line height of this font',
  (family, [ascent, descent]) => {
    const faces = fallbackFaces().filter(({ name }) => name.startsWith(`${family} on `))
    expect(faces.length).toBeGreaterThanOrEqual(4)
    for (const { name, values } of faces) {
      const [size = 0, ...overrides] = values
      const drawn = overrides.map((override) => Math.round((override * size) / 50) / 2)
      expect(drawn, name).toEqual([ascent, descent, 0])
    }
  },
)

test('every fallback font is named in the tokens, after our font', () => {
  const tokens = readFileSync('web/ui/tokens.css', 'utf8')
  for (const { name } of fallbackFaces()) {
    const [family] = name.split(' on ')
    expect(tokens).toMatch(new RegExp(`'${family} Variable'[^;]*'${name}'`))
  }
})

test('the text font is never used with its kerning, which moves letters over full stops', () => {
  const files = ['services/identity/assets/identity.css', ...globSync('web/{auth,pages,shared,shell,ui}/**/*.css')]
  const uses = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\{[^{}]*font-family: var\(--font-text\);[^{}]*\}/g)].map(([rules]) => ({
      file,
      rules,
    })),
  )
  expect(uses.length).toBeGreaterThan(5)
  for (const { file, rules } of uses)
    expect(rules, file).toMatch(/font-kerning: var\((--kerning|--brand-kerning, none)\);\s+word-spacing: /)
})
