import Color from 'colorjs.io'
import type { Colours } from './brandFile.ts'

const modes = ['light', 'dark'] as const

/** The surfaces of the client's design system (`web/ui/tokens.css`), on which a brand's colours are seen. */
const surfaces = {
  light: { canvas: '#fbfaf7', surface: '#ffffff', sunken: '#f3f1ec' },
  dark: { canvas: '#141312', surface: '#1c1b19', sunken: '#100f0e' },
} as const

/** The lowest contrast of text by WCAG 2.2, level AA. */
const lowestContrast = 4.5

interface Named {
  readonly name: string
  readonly value: string
}

/** Says of each pair of colours that cannot be read on each other which one it is, and what contrast it has. */
export function faintPairs(colours: Readonly<Record<(typeof modes)[number], Colours>>): string[] {
  return modes.flatMap((mode) => {
    const own = ({ name, value }: Named): Named => ({ name: `colours.${mode}.${name}`, value })
    const { accent, onAccent } = colours[mode]
    const pairs = Object.entries(surfaces[mode]).map(([name, value]): [Named, Named] => [
      own({ name: 'accent', value: accent }),
      { name: `the ${mode} ${name}`, value },
    ])
    pairs.push([own({ name: 'onAccent', value: onAccent }), own({ name: 'accent', value: accent })])
    return pairs.flatMap(([text, surface]) => sentenceIfFaint(text, surface))
  })
}

function sentenceIfFaint(text: Named, surface: Named): string[] {
  const contrast = contrastOf(text.value, surface.value)
  if (contrast >= lowestContrast) return []
  // Rounded down, because 4.499 is too low and must not be shown as 4.5.
  const shown = Math.floor(contrast * 100) / 100
  return [
    `${text.name} (${text.value}) on ${surface.name} (${surface.value}) has a contrast of ${shown}; WCAG AA needs ${lowestContrast}`,
  ]
}

/** The contrast of two colours as WCAG 2.1 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return new Color(one).contrastWCAG21(new Color(other))
}
