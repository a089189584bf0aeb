import { type Brand, brandOfShop } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'

/** The brand in whose shop an order was placed. An order from an unknown shop belongs to the first brand. */
export function sellingBrand(brands: Pick<Brands, 'all'>, shopUrl: string): Brand {
  const all = brands.all()
  return brandOfShop(all, shopUrl) ?? all[0]
}
