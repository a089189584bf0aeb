import { beforeAll, describe, test } from 'vitest'
import { measureBooks } from '../../bench/books.ts'
import { measureBundle } from '../../bench/bundle.ts'
import { measureOnScreen } from '../../bench/orders/onScreen.ts'
import type { Result } from '../../bench/result.ts'
import { measureTimeline } from '../../bench/web.ts'
import { withMeasuredProduct } from '../../bench/web/product.ts'
import { expectFigures, small } from './figures.ts'

describe('a small run of a benchmark yields every figure', () => {
  let bundle: readonly Result[]
  let timeline: readonly Result[]
  let orders: readonly Result[]
  let books: readonly Result[]

  // All benchmarks share a product and a browser, because starting these takes longest.
  beforeAll(async () => {
    await withMeasuredProduct(2, async (product, browser) => {
      bundle = await measureBundle(product, browser)
      timeline = await measureTimeline(product, browser, small)
      orders = await measureOnScreen(product, browser, small)
      books = await measureBooks(product, browser, small)
    })
  }, 600_000)

  test('bundle', () => {
    expectFigures(bundle, ['JavaScript of the first view, as served (Brotli)'])
  })

  test('orders', () => {
    expectFigures(orders, [
      'from a change of an order to the page of the order, median',
      'from a change of an order to the page of the order, p95',
      'from a change of an order to the list of orders, median',
      'from a change of an order to the list of orders, p95',
      'load of the machine in the last minute: 1 or 2 when nothing else runs',
    ])
  })

  test('books', () => {
    expectFigures(books, [
      ...['wide window, Fast 4G', 'phone, Slow 4G', 'embedded, Fast 4G'].flatMap((reader) => [
        `first picture of a book, ${reader}`,
        `picture of a bare page, ${reader}`,
        `book ÷ bare page, ${reader}`,
      ]),
      'load of the machine in the last minute: 1 or 2 when nothing else runs',
    ])
  })

  test('web', () => {
    expectFigures(timeline, [
      'first tile on Slow 4G, first visit',
      'first tile of a bare page on Slow 4G, first visit',
      'first tile ÷ of a bare page on Slow 4G, first visit',
      'first tile on Slow 4G, later visit',
      'first tile of a bare page on Slow 4G, later visit',
      'first tile ÷ of a bare page on Slow 4G, later visit',
      'first tile at 100 photos',
      'first tile at 1,000 photos',
      'first tile at 1,000 photos ÷ at 100 photos',
      'layout shift of the first view at 1,000 photos, worst',
      'GraphQL requests of the first view at 1,000 photos',
      'sent for the first view at 1,000 photos, code from the cache',
      'longest task scrolling at 6,000 px/s, 1,000 photos',
      'longest processor time of a task, at 6,000 px/s, 1,000 photos',
      'tasks over 50 ms scrolling at 6,000 px/s, 1,000 photos',
      'frames dropped scrolling at 6,000 px/s, 1,000 photos',
      'DOM nodes at most scrolling at 6,000 px/s, 1,000 photos',
      'longest task scrolling end to end 1 times at 40,000 px/s, 1,000 photos',
      'longest processor time of a task, end to end 1 times at 40,000 px/s, 1,000 photos',
      'tasks over 50 ms scrolling end to end 1 times at 40,000 px/s, 1,000 photos',
      'frames dropped scrolling end to end 1 times at 40,000 px/s, 1,000 photos',
      'DOM nodes at most scrolling end to end 1 times at 40,000 px/s, 1,000 photos',
      'layout shift, the worst of all scrolling, 1,000 photos',
      'pixels from end to end, 1,000 photos',
      'GraphQL requests of one scroll end to end, 1,000 photos',
      'sent for one scroll end to end, 1,000 photos',
      'heap after the first scroll, 1,000 photos',
      'heap after scroll 1 ÷ after the first, 1,000 photos',
      'jump to a month, 1,000 photos',
      'select a month, 1,000 photos',
      'open a photo, 1,000 photos',
      'step to the next photo, 1,000 photos',
      'slowest of 2 steps, 1,000 photos',
      'GraphQL requests of opening and 2 steps, 1,000 photos',
      'longest task scrolling at 6,000 px/s, month of 500 photos',
      'longest processor time of a task, at 6,000 px/s, month of 500 photos',
      'tasks over 50 ms scrolling at 6,000 px/s, month of 500 photos',
      'frames dropped scrolling at 6,000 px/s, month of 500 photos',
      'DOM nodes at most scrolling at 6,000 px/s, month of 500 photos',
      'layout shift, month of 500 photos',
      'load of the machine in the last minute: 1 or 2 when nothing else runs',
    ])
  })
})
