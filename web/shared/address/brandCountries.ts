import type { PublicConfig } from '../../app/publicConfig.ts'

/**
 * The countries that a form offers: those where the brand sells, its home country first, if the form knows them. If it
 * knows none of them, it offers all countries that it knows.
 * @param known the countries that the form knows
 */
export function brandCountries(
  { received }: Pick<PublicConfig, 'received'>,
  known: readonly string[],
): readonly string[] {
  const { countries } = received
  const sold: readonly unknown[] = Array.isArray(countries) ? countries : []
  const offered = sold.flatMap((country) => known.find((code) => code === country) ?? [])
  return offered.length > 0 ? offered : known
}
