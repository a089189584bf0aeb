/** The country of a locale such as `nl-BE`, if it is one of the countries; otherwise the Netherlands. */
export function homeCountry(locale: string, countries: readonly string[]): string {
  const region = locale.split('-')[1]
  return countries.find((code) => code === region) ?? 'NL'
}
