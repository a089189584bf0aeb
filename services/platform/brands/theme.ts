import type { BrandFile, BrandFont, Shape } from './brandFile.ts'
import { type Palette, paletteOf } from './palette.ts'

/** A brand's colours for one mode, as the custom properties that our style sheets read. */
export type BrandColours = Readonly<
  Record<
    | '--brand-accent'
    | '--brand-on-accent'
    | '--brand-canvas'
    | '--brand-surface'
    | '--brand-sunken'
    | '--brand-text'
    | '--brand-muted'
    | '--brand-border',
    string
  >
>

/** The look of a brand, as custom properties. */
export interface Theme {
  /** The radii of corners, and the fonts if the brand has its own. */
  readonly common: BrandCorners & Readonly<Record<string, string>>
  readonly light: BrandColours
  readonly dark: BrandColours
}

/** The radii of corners. `full` is that of buttons. */
type BrandCorners = Readonly<
  Record<'--brand-radius-sm' | '--brand-radius-md' | '--brand-radius-lg' | '--brand-radius-full', string>
>

const corners: Readonly<Record<Shape, BrandCorners>> = {
  soft: cornersOf(4, 10, 18, 999),
  round: cornersOf(10, 18, 28, 999),
  square: cornersOf(0, 0, 0, 0),
}

/** Fonts of the reader's device, by their kind. */
export const deviceFonts = {
  serif: "'Iowan Old Style','Palatino Linotype',Georgia,serif",
  'sans-serif': "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
} as const

export function themeOf(file: Pick<BrandFile, 'colours' | 'shape' | 'fonts'>): Theme {
  return {
    common: { ...corners[file.shape], ...fontProperties(file) },
    light: propertiesOf(paletteOf(file, 'light')),
    dark: propertiesOf(paletteOf(file, 'dark')),
  }
}

/**
 * The theme as a style sheet for our own pages: colours follow the colour scheme of the element. Values of a brand's
 * file contain no character that ends a declaration.
 */
export function themeStyle({ common, light, dark }: Theme): string {
  const colours = Object.entries({ ...light }).map(([name, value]): [string, string] => [
    name,
    `light-dark(${value},${Object.entries(dark).find(([other]) => other === name)?.[1] ?? value})`,
  ])
  return `:root{${[...Object.entries(common), ...colours].map(([name, value]) => `${name}:${value}`).join(';')}}`
}

function propertiesOf({ accent, onAccent, canvas, surface, sunken, text, muted, border }: Palette): BrandColours {
  return {
    '--brand-accent': accent,
    '--brand-on-accent': onAccent,
    '--brand-canvas': canvas,
    '--brand-surface': surface,
    '--brand-sunken': sunken,
    '--brand-text': text,
    '--brand-muted': muted,
    '--brand-border': border,
  }
}

/**
 * The properties of a brand's own fonts. They reset word spacing and kerning, which are adjusted to the fonts of the
 * design system.
 */
function fontProperties({ fonts }: Pick<BrandFile, 'fonts'>): Record<string, string> {
  if (!fonts) return {}
  return {
    '--brand-font-display': stackOf(fonts.display),
    '--brand-font-text': stackOf(fonts.text),
    '--brand-heading-weight': String(fonts.headingWeight),
    '--brand-word-spacing': '0em',
    '--brand-kerning': 'normal',
  }
}

function stackOf({ family, fallback }: BrandFont): string {
  return `'${family}',${deviceFonts[fallback]}`
}

function cornersOf(small: number, medium: number, large: number, full: number): BrandCorners {
  return {
    '--brand-radius-sm': `${small}px`,
    '--brand-radius-md': `${medium}px`,
    '--brand-radius-lg': `${large}px`,
    '--brand-radius-full': `${full}px`,
  }
}
