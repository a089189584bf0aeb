import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { demoAccounts } from '../../services/platform/demo.ts'
import { OrderCalls, type PlacedOrder, mug } from '../../tests/support/orderCalls.ts'
import { median, quantile, spread } from '../gateway/statistics.ts'
import type { BenchOptions, Result } from '../result.ts'
import { signedIn } from '../web/browser.ts'
import { figure, loadFigure, print } from '../web/figure.ts'
import type { MeasuredProduct } from '../web/product.ts'
import { millisecondsUntil, until } from '../web/until.ts'
import { type Watch, watchedPage } from '../web/watch.ts'

/** How many pictures each demo library gets. */
export const pictures = 2
/** Each order has three measured changes. */
const orders = { full: 7, small: 1 }
const maximumMilliseconds = 1_000
/** How long (ms) to wait until the page has begun to fetch a change that is not measured. */
const unmeasuredMilliseconds = 1_000
const [, { id: accountId, email }] = demoAccounts

/** A change of an order that customers see. */
interface Step {
  /** The new state, as the page names it. */
  readonly status: string
  /** What happens before the change, and is not measured. */
  readonly prepare?: () => Promise<void>
  readonly change: () => Promise<void>
}

interface Shown {
  readonly code: string
  readonly status: string
}

/**
 * Measures the time from a change of an order's state until the open page shows it, in a browser at four times CPU
 * throttling. The time begins when the change is sent to the orders service, so it includes the service's own work
 * until the commit.
 */
export async function measureOnScreen(
  product: MeasuredProduct,
  browser: Browser,
  { small }: BenchOptions,
): Promise<Result[]> {
  print('Changing orders while their page and the list are open …')
  const calls = new OrderCalls(product.dataDir)
  // Wait until the services have drawn the pictures, because drawing would slow the measured changes.
  for (const account of demoAccounts.slice(0, 2)) await product.untilDrawn(account.email, pictures)
  const context = await signedIn(browser, product.url, email)
  const count = small ? orders.small : orders.full
  const results = [
    ...figuresOf('the page of the order', await measureOrderPages(product.url, context, calls, count)),
    ...figuresOf('the list of orders', await measureList(product.url, context, calls, count)),
    loadFigure(),
  ]
  await context.close()
  return results
}

/** Opens the page of each order. */
async function measureOrderPages(
  url: string,
  context: BrowserContext,
  calls: OrderCalls,
  count: number,
): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await calls.place(accountId, { payment: 'pending' })
    const watch = await openLive(context, `${url}/orders/${order.code}`)
    const isShown = ({ status }: Shown) => document.querySelector(`main [data-status="${status}"]`) !== null
    taken.push(...(await measureSteps(watch, order, calls, isShown)))
    await watch.page.close()
  }
  return taken
}

/** Opens the list of orders once, places the orders while it is open, and measures their changes there. */
async function measureList(url: string, context: BrowserContext, calls: OrderCalls, count: number): Promise<number[]> {
  const watch = await openLive(context, `${url}/orders`)
  const taken: number[] = []
  for (let index = 0; index < count; index += 1) {
    const order = await calls.place(accountId, { payment: 'pending' })
    const isShown = ({ code, status }: Shown) =>
      document.querySelector(`li:has(a[href*="/orders/${code}"]) [data-status="${status}"]`) !== null
    taken.push(...(await measureSteps(watch, order, calls, isShown)))
  }
  await watch.page.close()
  return taken
}

/** Opens a page, and waits until it is shown and follows the events of orders. */
async function openLive(context: BrowserContext, address: string): Promise<Watch> {
  const watch = await watchedPage(await context.newPage())
  const followed = new Promise<void>((resolve) => {
    watch.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('"orderEvents"')) resolve()
      }),
    )
  })
  await watch.page.goto(address)
  await until(watch.page, 'an order', () => document.querySelector('main [data-status]'), null)
  await followed
  await watch.quiet()
  return watch
}

/** Changes an order step by step. @returns the milliseconds of each change */
async function measureSteps(
  watch: Watch,
  order: PlacedOrder,
  calls: OrderCalls,
  isShown: (shown: Shown) => boolean,
): Promise<number[]> {
  const { page } = watch
  const { code } = order
  await until(page, `order ${code}, not paid`, isShown, { code, status: 'AWAITING_PAYMENT' })
  const taken: number[] = []
  for (const { status, prepare, change } of stepsOf(order, calls)) {
    await prepare?.()
    if (prepare) await pause(unmeasuredMilliseconds)
    await watch.quiet()
    taken.push(await millisecondsUntil(page, `order ${code}, ${status}`, change, isShown, { code, status }))
  }
  return taken
}

function stepsOf(order: PlacedOrder, calls: OrderCalls): readonly Step[] {
  const parcel = { number: 1, carrier: 'PostNL', lines: [{ number: 1, quantity: mug.quantity }] }
  return [
    { status: 'ORDERED', change: () => calls.pay(order) },
    { status: 'IN_PRODUCTION', change: () => calls.reportStep(order, { step: 'ProductionStarted' }) },
    {
      status: 'SENT',
      prepare: () => calls.reportStep(order, { step: 'ProductionCompleted' }),
      change: () => calls.reportStep(order, { step: 'ParcelDispatched', parcel }),
    },
  ]
}

function figuresOf(where: string, milliseconds: readonly number[]): Result[] {
  const name = `from a change of an order to ${where}`
  return [
    figure(`${name}, median`, median(milliseconds), 'ms', maximumMilliseconds, spread(milliseconds)),
    figure(`${name}, p95`, quantile(milliseconds, 0.95), 'ms', maximumMilliseconds),
  ]
}
