import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { callOperator } from '../../launcher/operator.ts'
import { readSettings } from '../../launcher/settings.ts'
import { demoAccounts } from '../../services/platform/demo.ts'
import { mug, OrderCalls } from '../../tests/support/orderCalls.ts'
import type { MeasuredProduct } from '../web/product.ts'

const [, owner] = demoAccounts
const askMilliseconds = 500
const longestMilliseconds = 120_000
const tokenSchema = z.object({ accessToken: z.string() })
const linkSchema = z.object({ url: z.string() })
const photosSchema = z.object({
  data: z.object({
    viewer: z.object({
      library: z.object({ photos: z.object({ edges: z.array(z.object({ node: z.object({ id: z.string() }) })) }) }),
    }),
  }),
})

/**
 * Orders a photo book of the second demo account, and shares it with everybody.
 * @param pictures how many photos of the library to use
 * @param pages how many pages the book gets: photos are used several times if there are fewer
 * @returns the address of the page of the book
 */
export async function shareBook(product: MeasuredProduct, pictures: number, pages: number): Promise<string> {
  await product.untilDrawn(owner.email, pictures)
  const settings = readSettings({ PORT: new URL(product.url).port, DATA_DIR: product.dataDir })
  const answer = await callOperator(settings, '/dev/identity/token', { email: owner.email })
  const { accessToken } = tokenSchema.parse(answer)
  const photos = await readPhotos(product.url, accessToken, pictures)
  const photoIds = Array.from({ length: pages }, (_, index) => photos[index % photos.length] ?? '')
  const calls = new OrderCalls(product.dataDir)
  const line = { ...mug, productCode: 'PAP_360', articleName: 'PhotoBook', variant: undefined, quantity: 1 }
  const { code } = await calls.place(owner.id, { lines: [{ ...line, title: 'Summer on the Lofoten', photoIds }] })
  return await linkOf(calls, accessToken, `${code}-1`)
}

async function readPhotos(url: string, token: string, count: number): Promise<string[]> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ viewer { library { photos(first: ${count}) { edges { node { id } } } } } }` }),
  })
  const { edges } = photosSchema.parse(await answer.json()).data.viewer.library.photos
  // A global id is the name of a type and the key of a photo.
  return edges.map(({ node }) => Buffer.from(node.id, 'base64url').toString().split(':')[1] ?? '')
}

/** Waits until the pictures of the book are copied: only then can the book be shared. */
async function linkOf(calls: OrderCalls, token: string, code: string): Promise<string> {
  const start = performance.now()
  while (performance.now() - start < longestMilliseconds) {
    const link = linkSchema.safeParse(await calls.asCustomer(token, 'PUT', `/widgets/v1/widget/${code}/public-link`))
    if (link.success) return link.data.url
    await setTimeout(askMilliseconds)
  }
  throw new Error(`The book ${code} was not ready in ${longestMilliseconds / 1_000} seconds.`)
}
