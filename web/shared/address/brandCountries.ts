import type { PublicConfig } from '../../app/publicConfig.ts'

/**
 * The countries that forms offer: of those that the form can handle, the ones where the brand sells, its home first.
 * A brand whose config names none of them has all.
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
