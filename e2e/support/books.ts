import { expect } from '@playwright/test'
import { z } from 'zod'
import { mug, OrderCalls } from '../../tests/support/orderCalls.ts'
import { type CustomerWithPhotos, keyOf } from './sharedAlbum.ts'
import { productUnderTest } from './product.ts'

const linkSchema = z.object({ linkId: z.string(), url: z.string() })

/** A public link of a book. */
export interface PublicLink {
  readonly linkId: string
  /** The address of the page. */
  readonly url: string
  /** The code of the ordered line. */
  readonly code: string
}

/**
 * Orders a photo book of all photos of a customer, waits until its pictures are copied, and creates its public link.
 */
export async function shareNewBook(customer: CustomerWithPhotos, title: string): Promise<PublicLink> {
  const calls = new OrderCalls(productUnderTest().dataDir)
  const line = { ...mug, productCode: 'PAP_360', articleName: 'PhotoBook', variant: undefined, quantity: 1 }
  const photoIds = customer.photoIds.map(keyOf)
  const { code } = await calls.place(customer.accountId, { lines: [{ ...line, title, photoIds }] })
  let link: unknown
  await expect(async () => {
    link = await calls.asCustomer(customer.token, 'PUT', `/widgets/v1/widget/${code}-1/public-link`)
    expect(link).toBeDefined()
  }).toPass({ timeout: 120_000 })
  return { ...linkSchema.parse(link), code: `${code}-1` }
}

/** Ends a link, as its owner does. */
export async function endLink(customer: CustomerWithPhotos, { code, linkId }: PublicLink): Promise<void> {
  const calls = new OrderCalls(productUnderTest().dataDir)
  const path = `/widgets/v1/widget/${code}/links/${linkId}`
  expect(await calls.asCustomer(customer.token, 'DELETE', path)).toBeNull()
}
