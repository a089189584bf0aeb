import type { PublicConfig } from '../app/publicConfig.ts'

/**
 * Applies the brand to the page: look, fonts, title, language, icon. The look goes into a constructed style sheet,
 * because the content security policy forbids inline styles.
 */
export function applyBrand(config: PublicConfig, locale: string): void {
  document.title = config.name
  document.documentElement.lang = locale
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(brandStyles(config.theme))
  for (const { family, url, weight } of config.fonts) {
    // A font that comes too late is used from the next page on, so that no text moves.
    document.fonts.add(new FontFace(family, `url(${JSON.stringify(url)})`, { weight, display: 'optional' }))
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.querySelector('link[rel=icon]')?.setAttribute('href', config.logoUrl)
}

/**
 * The rules for the light and the dark theme, which the system's preference or `data-theme` chooses. Printouts are
 * always light. Only `--brand-…` variables are accepted.
 */
export function brandStyles({ common, light, dark }: PublicConfig['theme']): string {
  return [
    `:root{${declarations({ ...common, ...light })}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme='light']){${declarations(dark)}}}`,
    `@media screen{:root[data-theme='dark']{${declarations(dark)}}}`,
  ].join('\n')
}

function declarations(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .filter(([name, value]) => /^--brand-[\w-]+$/.test(name) && !/[;{}<]/.test(value))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
