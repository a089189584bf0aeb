import { z } from 'zod'
import { documentOf } from '../services/invoices/files.ts'
import { newInvoice } from '../services/invoices/issuing.ts'
import { paidOrderOf } from '../services/invoices/paidOrder.ts'
import { makeInvoiceFiles } from '../services/invoices/pdf/invoiceFiles.ts'
import { eventOf } from '../services/orders/orderEvents.ts'
import { orderOf, storiesOf } from '../services/orders/stories.ts'
import { demoAccounts } from '../services/platform/demo.ts'
import { brandTextsIn } from '../tests/support/brandTexts.ts'
import { median, spread } from './gateway/statistics.ts'
import { measureAtGateway } from './orders/atGateway.ts'
import { measureOnScreen, pictures } from './orders/onScreen.ts'
import { makeMeasuredInstallation, type MeasuredServices, startMeasuredServices } from './photoServices.ts'
import type { BenchOptions, Result } from './result.ts'
import { withMeasuredProduct } from './web/product.ts'

/** How much is measured. */
interface Scale {
  /** How many orders a short and a long history have. */
  readonly sizes: readonly [number, number]
  /** How often each page is read. The first quarter of the reads only warms up. */
  readonly rounds: number
  readonly invoices: number
}

const full: Scale = { sizes: [100, 10_000], rounds: 80, invoices: 100 }
const small: Scale = { sizes: [60, 120], rounds: 4, invoices: 2 }

const pageSize = 20
const maximumRatio = 1.2
const maximumProcessorMilliseconds = 150
/** The fourth demo account has no orders of its own. */
const [, , , { id: accountId, email }] = demoAccounts

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
    const services = await startMeasuredServices({ ...installation, accountId }, 'orders', true)
    try {
      return [...(await measurePages(services, scale)), await measureInvoices(scale.invoices)]
    } finally {
      await services.close()
    }
  } finally {
    await installation.remove()
  }
}

async function measurePages(services: MeasuredServices, { sizes, rounds }: Scale): Promise<Result[]> {
  const results: Result[] = []
  const first: Partial<Record<string, number>> = {}
  let filled = 0
  for (const size of sizes) {
    await fill(services, size - filled)
    filled = size
    for (const [name, milliseconds] of Object.entries(await readInTurns(services, rounds))) {
      const value = median(milliseconds)
      const metric = `${name}, ${size.toLocaleString('en')} orders`
      results.push({ metric, value, unit: 'ms', spread: spread(milliseconds), aim: '', met: true })
      if (first[name] === undefined) first[name] = value
      else results.push(ratioOf(name, value / first[name], sizes))
    }
  }
  return results
}

function ratioOf(name: string, value: number, [short, long]: Scale['sizes']): Result {
  const metric = `${name}, ${long.toLocaleString('en')} ÷ ${short} orders`
  const hasAim = name === 'first page of the history' || name === 'orders in progress'
  return { metric, value, unit: '×', aim: hasAim ? `≤ ${maximumRatio}` : '', met: !hasAim || value <= maximumRatio }
}

/** Reads the pages in turns, so that other load on the machine affects all of them alike. @returns milliseconds */
async function readInTurns(services: MeasuredServices, rounds: number): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, query] of Object.entries(pages)) {
      const start = performance.now()
      await readPage(services, query)
      if (round >= rounds / 4) taken[name]?.push(performance.now() - start)
    }
  }
  return taken
}

async function readPage(services: MeasuredServices, query: string): Promise<void> {
  const count = query.includes('Count=') ? '' : '&Count=false'
  const path = `/orders/v2/superorders/me?OrderState=notExpired&Limit=${pageSize}&${query}${count}`
  const answer = await fetch(`${services.url}${path}`, { headers: { authorization: `Bearer ${services.token}` } })
  const { items } = pageSchema.parse(await answer.json())
  if (items.length === 0) throw new Error(`There are no orders for ${query}.`)
}

async function fill(services: MeasuredServices, count: number): Promise<void> {
  const answer = await fetch(`${services.url}/orders/dev/synthetic`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-operator-secret': await services.operatorSecret() },
    body: JSON.stringify({ email, count }),
    signal: AbortSignal.timeout(300_000),
  })
  if (!answer.ok) throw new Error(`Adding orders failed with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Makes the files of invoices, after one that loads the fonts. */
async function measureInvoices(count: number): Promise<Result> {
  const texts = brandTextsIn('en-GB')
  const now = new Date()
  const look = { created: now, ownFonts: null }
  // Most of the older orders were delivered, so this many stories contain enough delivered ones.
  const stories = storiesOf(2 * count + 60).filter(({ until }) => until === 'delivered')
  const documents = stories.slice(0, count + 1).map((story, index) => {
    const order = orderOf(story, {
      accountId,
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
  const value = (user + system) / 1_000 / measured.length
  return {
    metric: 'processor time of an invoice as PDF and XML',
    value,
    unit: 'ms',
    aim: `≤ ${maximumProcessorMilliseconds}`,
    met: value <= maximumProcessorMilliseconds,
  }
}
