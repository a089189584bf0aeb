import Color from 'colorjs.io'
import type { BrandFile, Colours } from './brandFile.ts'

const modes = ['light', 'dark'] as const

type Mode = (typeof modes)[number]

/** All colours of one mode. */
export type Palette = Required<Colours>

/** The neutral colours of the client's design system (`web/ui/tokens.css`). */
const neutral: Readonly<Record<Mode, Omit<Palette, 'accent' | 'onAccent'>>> = {
  light: {
    canvas: '#fbfaf7',
    surface: '#ffffff',
    sunken: '#f3f1ec',
    text: '#1e1c18',
    muted: '#625d53',
    border: '#e5e1d8',
  },
  dark: {
    canvas: '#141312',
    surface: '#1c1b19',
    sunken: '#100f0e',
    text: '#f2efe8',
    muted: '#aca598',
    border: '#2e2b27',
  },
}

/** Colours of the design system that no brand changes, and that are seen on its surfaces. */
const fixed: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  light: { danger: '#a3291f', success: '#226a3c', warning: '#7a5200' },
  dark: { danger: '#ff9d91', success: '#8fd4a5', warning: '#f0c674' },
}
/** The borders of fields, which need less contrast than text (WCAG 1.4.11). */
const fieldBorder: Readonly<Record<Mode, string>> = { light: '#8a8478', dark: '#7d766b' }

/** The lowest contrasts by WCAG 2.2, level AA. */
const lowest = { text: 4.5, border: 3 }

interface Named {
  readonly name: string
  readonly value: string
}

/** A brand's colours of one mode, with the neutral ones that it does not set. */
export function paletteOf({ colours }: Pick<BrandFile, 'colours'>, mode: Mode): Palette {
  const { accent, onAccent, ...own } = colours[mode]
  return { ...neutral[mode], ...own, accent, onAccent }
}

/** Describes each pair of colours whose contrast is too low, with its contrast. */
export function faintPairs(file: Pick<BrandFile, 'colours'>): string[] {
  return modes.flatMap((mode) => {
    const palette = paletteOf(file, mode)
    const named = (name: keyof Palette): Named => {
      const isOwn = file.colours[mode][name] !== undefined
      return { name: isOwn ? `colours.${mode}.${name}` : `the ${mode} ${name}`, value: palette[name] }
    }
    const surfaces = (['canvas', 'surface', 'sunken'] as const).map(named)
    const texts = [
      ...(['accent', 'text', 'muted'] as const).map(named),
      ...Object.entries(fixed[mode]).map(([name, value]) => ({ name: `the ${mode} ${name}`, value })),
    ]
    const border = { name: `the ${mode} border of fields`, value: fieldBorder[mode] }
    return [
      ...texts.flatMap((text) => surfaces.flatMap((surface) => sentenceIfFaint(text, surface, lowest.text))),
      ...surfaces.flatMap((surface) => sentenceIfFaint(border, surface, lowest.border)),
      ...sentenceIfFaint(named('onAccent'), named('accent'), lowest.text),
    ]
  })
}

function sentenceIfFaint(one: Named, surface: Named, needed: number): string[] {
  const contrast = contrastOf(one.value, surface.value)
  if (contrast >= needed) return []
  // Rounded down, because 4.499 is too low and must not be shown as 4.5.
  const shown = Math.floor(contrast * 100) / 100
  return [
    `${one.name} (${one.value}) on ${surface.name} (${surface.value}) has a contrast of ${shown}; WCAG AA needs ${needed}`,
  ]
}

/** The contrast of two colours as WCAG 2.1 defines it, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return new Color(one).contrastWCAG21(new Color(other))
}
