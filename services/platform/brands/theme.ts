import type { BrandFile, Colours } from './brandFile.ts'

/** A brand's colours for one mode, as the custom properties that our style sheets read. */
export type BrandColours = Readonly<Record<'--brand-accent' | '--brand-on-accent', string>>

/** The look of a brand. */
export interface Theme {
  readonly light: BrandColours
  readonly dark: BrandColours
}

export function themeOf({ colours: { light, dark } }: Pick<BrandFile, 'colours'>): Theme {
  return { light: propertiesOf(light), dark: propertiesOf(dark) }
}

function propertiesOf({ accent, onAccent }: Colours): BrandColours {
  return { '--brand-accent': accent, '--brand-on-accent': onAccent }
}
