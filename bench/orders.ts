import { z } from 'zod'
import { documentOf } from '../services/invoices/files.ts'
import { newInvoice } from '../services/invoices/issuing.ts'
import { paidOrderOf } from '../services/invoices/paidOrder.ts'
import { makeInvoiceFiles } from '../services/invoices/pdf/invoiceFiles.ts'
import { eventOf } from '../services/orders/orderEvents.ts'
import { orderOf, storiesOf } from '../services/orders/stories.ts'
import { type DemoAccount, demoAccounts } from '../services/platform/demo.ts'
import { brandTextsIn } from '../tests/support/brandTexts.ts'
import { median, rounded, spread } from './gateway/statistics.ts'
import { measureAtGateway } from './orders/atGateway.ts'
import { measureOnScreen, pictures } from './orders/onScreen.ts'
import { makeMeasuredInstallation, type MeasuredServices, startMeasuredServices } from './photoServices.ts'
import type { BenchOptions, Result } from './result.ts'
import { withMeasuredProduct } from './web/product.ts'

/** How much is measured. */
interface Scale {
  /** How many orders a short and a long history have. */
  readonly sizes: readonly [number, number]
  /** How often each page of each history is read. The first quarter of the reads only warms up. */
  readonly rounds: number
  readonly invoices: number
}

const full: Scale = { sizes: [100, 10_000], rounds: 80, invoices: 100 }
const small: Scale = { sizes: [60, 120], rounds: 4, invoices: 2 }

const pageSize = 20
const maximumRatio = 1.2
const maximumProcessorMilliseconds = 150
/** These demo accounts have no orders of their own. */
const [, , , accountOfShort, accountOfLong] = demoAccounts

const pages = {
  'first page of the history': 'List=history',
  'page of the history with its total': 'List=history&Count=true',
  'orders in progress': 'List=inProgress',
  'orders of a year': `Year=${new Date().getFullYear() - 1}`,
  'search for a product': 'Search=canvas',
} as const

const pageSchema = z.object({ items: z.array(z.object({ orderCode: z.string() })) })

/** Measures the orders service, the pages of orders at the gateway and in a browser, and the making of invoices. */
export async function run(options: BenchOptions): Promise<Result[]> {
  return [
    ...(await measureServices(options)),
    ...(await withMeasuredProduct(pictures, (product, browser) => measureOnScreen(product, browser, options))),
    ...(await measureAtGateway(options)),
  ]
}

/**
 * Measures how long pages of orders take in a short and in a long history, and how much processor time the PDF of an
 * invoice takes. The length of the history should not matter for pages without a total or a search.
 */
export async function measureServices(options: BenchOptions): Promise<Result[]> {
  const scale = options.small ? small : full
  const installation = await makeMeasuredInstallation()
  try {
    const services = await startMeasuredServices(installation, 'orders', true)
    try {
      return [...(await measurePages(services, scale)), await measureInvoices(scale.invoices)]
    } finally {
      await services.close()
    }
  } finally {
    await installation.remove()
  }
}

/** The orders of an account. */
interface History {
  /** The number of orders. */
  readonly size: number
  /** An access token of the account. */
  readonly token: string
}

async function measurePages(services: MeasuredServices, { sizes, rounds }: Scale): Promise<Result[]> {
  const short = await addHistory(services, accountOfShort, sizes[0])
  const long = await addHistory(services, accountOfLong, sizes[1])
  const results: Result[] = []
  for (const [name, taken] of await readInTurns(services, [short, long], rounds)) {
    const timesOf = ({ size }: History) => taken.get(size) ?? []
    for (const history of [short, long]) {
      const times = timesOf(history)
      const metric = `${name}, ${history.size.toLocaleString('en')} orders`
      results.push({ metric, value: rounded(median(times)), unit: 'ms', spread: spread(times), aim: '', met: true })
    }
    const ofShort = timesOf(short)
    const ratios = timesOf(long).map((time, turn) => time / (ofShort[turn] ?? Number.NaN))
    results.push(ratioRow(name, ratios, sizes))
  }
  return results
}

function ratioRow(name: string, ratios: readonly number[], [short, long]: Scale['sizes']): Result {
  const metric = `${name}, ${long.toLocaleString('en')} ÷ ${short} orders`
  const hasAim = name === 'first page of the history' || name === 'orders in progress'
  const value = rounded(median(ratios))
  const aim = hasAim ? `≤ ${maximumRatio}` : ''
  return { metric, value, unit: '×', spread: spread(ratios), aim, met: !hasAim || value <= maximumRatio }
}

/**
 * Reads the pages of both histories in turns, so that other load on the machine affects all of them alike.
 * @returns milliseconds by page and by the size of the history
 */
async function readInTurns(
  services: MeasuredServices,
  histories: readonly History[],
  rounds: number,
): Promise<ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>> {
  const timesOfPage = () => new Map(histories.map(({ size }): [number, number[]] => [size, []]))
  const taken = new Map(Object.keys(pages).map((name) => [name, timesOfPage()]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, query] of Object.entries(pages)) {
      // The order alternates, so that no history always goes first.
      for (const { size, token } of round % 2 === 0 ? histories : histories.toReversed()) {
        const start = performance.now()
        await readPage(services, query, token)
        if (round >= rounds / 4)
          taken
            .get(name)
            ?.get(size)
            ?.push(performance.now() - start)
      }
    }
  }
  return taken
}

async function readPage(services: MeasuredServices, query: string, token: string): Promise<void> {
  const count = query.includes('Count=') ? '' : '&Count=false'
  const path = `/orders/v2/superorders/me?OrderState=notExpired&Limit=${pageSize}&${query}${count}`
  const answer = await fetch(`${services.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = pageSchema.parse(await answer.json())
  if (items.length === 0) throw new Error(`There are no orders for ${query}.`)
}

/** Adds orders to an account that has none. */
async function addHistory(services: MeasuredServices, { id, email }: DemoAccount, count: number): Promise<History> {
  const answer = await fetch(`${services.url}/orders/dev/synthetic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': await services.operatorSecret() },
    body: JSON.stringify({ email, count }),
    signal: AbortSignal.timeout(300_000),
  })
  if (!answer.ok) throw new Error(`Adding orders failed with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  return { size: count, token: await services.tokenOf(id) }
}

/** Measures making the files of `count` invoices. First makes those of one more invoice, which loads the fonts. */
async function measureInvoices(count: number): Promise<Result> {
  const texts = brandTextsIn('en-GB')
  const now = new Date()
  const look = { created: now, ownFonts: null }
  // Most of the older orders were delivered, so this many stories contain enough delivered ones.
  const stories = storiesOf(2 * count + 60).filter(({ until }) => until === 'delivered')
  const documents = stories.slice(0, count + 1).map((story, index) => {
    const order = orderOf(story, {
      accountId: accountOfShort.id,
      index,
      key: `bench-${index}`,
      now,
      shopUrl: 'https://www.keepsake.example/',
    })
    const paid = paidOrderOf(eventOf(order, 'order.paid').data)
    if (!paid) throw new Error('The order is not paid.')
    const numbered = { number: `K-${index}`, issued_on: '2026-01-01', order_code: order.code }
    return documentOf({
      ...newInvoice(texts.brand, paid, { name: 'Studio Nord', locale: 'en-GB', business: true }),
      ...numbered,
    })
  })
  const [warmUp, ...measured] = documents
  if (warmUp) await makeInvoiceFiles(warmUp, texts, look)
  const start = process.cpuUsage()
  for (const document of measured) await makeInvoiceFiles(document, texts, look)
  const { user, system } = process.cpuUsage(start)
  const value = rounded((user + system) / 1_000 / measured.length)
  return {
    metric: 'processor time of an invoice as PDF and XML',
    value,
    unit: 'ms',
    aim: `≤ ${maximumProcessorMilliseconds}`,
    met: value <= maximumProcessorMilliseconds,
  }
}
