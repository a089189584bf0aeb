import { type Brand, shopHostsOf } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'

/** The brand whose store front has taken an order. An order from an unknown store front belongs to the first. */
export function sellingBrand(brands: Pick<Brands, 'all'>, shopUrl: string): Brand {
  const host = URL.canParse(shopUrl) ? new URL(shopUrl).hostname : ''
  const all = brands.all()
  return all.find((brand) => shopHostsOf(brand).includes(host)) ?? all[0]
}
