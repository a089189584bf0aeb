import { demoAccounts } from '../services/platform/demo.ts'
import type { BenchOptions, Result } from './result.ts'
import { signedIn } from './web/browser.ts'
import { withMeasuredProduct } from './web/product.ts'
import { measureSlowNetwork } from './web/slowNetwork.ts'

const full = { pictures: 12, photos: 1_000, warmUps: 1, rounds: 9 }
const small = { pictures: 2, photos: 100, warmUps: 0, rounds: 1 }
const [, { email }] = demoAccounts

/** Runs the part of the `web` benchmark that opens the timeline over a slow network. */
export async function run(options: BenchOptions): Promise<Result[]> {
  const scale = options.small ? small : full
  return withMeasuredProduct(scale.pictures, async (product, browser) => {
    await product.untilDrawn(email, scale.pictures)
    await product.fillUpTo(email, scale.photos)
    return measureSlowNetwork(product.url, browser, await signedIn(browser, product.url, email), scale)
  })
}
