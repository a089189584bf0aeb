/**
 * The name of each language in the language itself, such as `Deutsch`. The country is added only if several locales
 * have the same language: `Nederlands (België)`.
 */
export function languageNames(
  locales: readonly string[],
): readonly { readonly locale: string; readonly name: string }[] {
  return locales.map((locale) => {
    const isOnly = locales.filter((other) => language(other) === language(locale)).length === 1
    const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
    const name = names.of(isOnly ? language(locale) : locale) ?? locale
    return { locale, name: name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) }
  })
}

function language(locale: string): string {
  return locale.split('-', 1)[0] ?? locale
}
