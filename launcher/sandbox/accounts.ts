import { buildOrder, buildVoucher } from '../../tests/support/purchases.ts'
import { buildProject } from '../../tests/support/savedProjects.ts'
import { imageIdOf } from '../../tests/support/photoLibrary.ts'
import { anna, bram } from '../../tests/support/tokens.ts'
import type { Upstreams } from '../../tests/support/upstream.ts'

/** The customers of the sandbox. Cleo has no data at the start. */
export const accounts = { anna, bram, cleo: '018f3c1a-0000-7000-8000-00000000000c' }

/**
 * Gives each account the same data at each start.
 * @param fill gives an account `count` photos
 */
export function seedAccounts(upstreams: Upstreams, fill: (accountId: string, count: number) => void): void {
  fill(anna, 120)
  fill(bram, 120)
  fill(accounts.cleo, 0)
  upstreams.albums.put(1, { ownerId: anna, name: 'Holidays', photoIds: [1, 2, 3].map(imageIdOf) })
  const purchases = upstreams.purchases(anna)
  purchases.orders.push(...[1, 2, 3].map((number) => buildOrder(number)))
  purchases.vouchers.push(buildVoucher())
  upstreams.projects(anna).saved.push(buildProject(1))
}
