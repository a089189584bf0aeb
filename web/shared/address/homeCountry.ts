/**
 * The country of a locale such as `nl-BE`, if it is one of the countries. Otherwise the home of the brand, which is the
 * first one.
 */
export function homeCountry(locale: string, countries: readonly string[]): string {
  const region = locale.split('-')[1]
  return countries.find((code) => code === region) ?? countries[0] ?? 'NL'
}
