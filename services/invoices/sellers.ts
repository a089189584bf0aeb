import { type Brand, brandOfShop } from '../platform/brands/brand.ts'
import type { Brands } from '../platform/brands/brands.ts'

/** The brand whose store front has taken an order. An order from an unknown store front belongs to the first brand. */
export function sellingBrand(brands: Pick<Brands, 'all'>, shopUrl: string): Brand {
  const all = brands.all()
  return brandOfShop(all, shopUrl) ?? all[0]
}
