import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { demoAccounts } from '../services/platform/demo.ts'
import { median, spread } from './gateway/statistics.ts'
import { type BenchOptions, type Result, resultsFolder } from './result.ts'
import { jumpTo, selectMonth, stepThrough } from './web/actions.ts'
import { signedIn } from './web/browser.ts'
import { figure, loadFigure, print } from './web/figure.ts'
import { type MeasuredProduct, withMeasuredProduct } from './web/product.ts'
import { backToTop, flingSpeed, scrollDown, wheelSpeed } from './web/scroll.ts'
import { measureSlowNetwork } from './web/slowNetwork.ts'
import { firstTileOf, type Seen, type Watch, watchedPage } from './web/watch.ts'

/** The size of a run. */
interface Scale {
  /** Pictures drawn for each demo library. */
  readonly pictures: number
  /** The number of photos of the library that the other libraries are compared with. */
  readonly few: number
  /** Photos of the other libraries, smallest first. */
  readonly sizes: readonly number[]
  /** Photos of a very large month. */
  readonly huge: number
  /** How often each page is opened first, without being measured. */
  readonly warmUps: number
  /** How often each page is then opened and measured. */
  readonly rounds: number
  /** How often a library is scrolled from end to end. */
  readonly scrolls: number
  readonly wheelPixels: number
  readonly steps: number
  /** How far down the library to jump, 0 to 1. */
  readonly jumps: readonly number[]
}

const full: Scale = {
  pictures: 12,
  few: 1_000,
  sizes: [100_000, 1_000_000],
  huge: 70_000,
  warmUps: 1,
  rounds: 9,
  scrolls: 10,
  wheelPixels: 60_000,
  steps: 20,
  jumps: [0.9, 0.35, 0.6, 1, 0.15],
}
const small: Scale = {
  pictures: 2,
  few: 100,
  // The timeline shows its slider only if the library has enough months.
  sizes: [1_000],
  huge: 500,
  warmUps: 0,
  rounds: 1,
  scrolls: 1,
  wheelPixels: 2_000,
  steps: 2,
  jumps: [0.5],
}
const hugeMonth = '2019-03'

const [large, tiny] = demoAccounts

/**
 * Measures how fast the timeline of a small and of huge libraries is, in a real browser at four times CPU throttling.
 */
export async function run(options: BenchOptions): Promise<Result[]> {
  return withMeasuredProduct(scaleOf(options).pictures, (product, browser) =>
    measureTimeline(product, browser, options),
  )
}

/** @param product has at least as many pictures as the scale says */
export async function measureTimeline(
  product: MeasuredProduct,
  browser: Browser,
  options: BenchOptions,
): Promise<Result[]> {
  const scale = scaleOf(options)
  const results: Result[] = []
  await product.untilDrawn(large.email, scale.pictures)
  await product.untilDrawn(tiny.email, scale.pictures)
  await product.fillUpTo(tiny.email, scale.few)
  const few = await signedIn(browser, product.url, tiny.email)
  const many = await signedIn(browser, product.url, large.email)
  results.push(...(await measureSlowNetwork(product.url, browser, few, scale)))
  for (const size of scale.sizes) {
    print(`Filling a library with ${named(size)} …`)
    await product.fillUpTo(large.email, size)
    results.push(...(await compareFirstTiles(product.url, { few, many }, size, scale)))
    results.push(...(await measureLibrary(product.url, many, { size, scale, options })))
  }
  print(`Filling a month with ${named(scale.huge)} …`)
  await product.fillUpTo(large.email, Math.max(...scale.sizes) + scale.huge, hugeMonth)
  results.push(...(await measureHugeMonth(product.url, many, scale)))
  results.push(loadFigure())
  return results
}

/** `BENCH_PHOTOS` replaces the large libraries by one with so many photos: filling the largest takes minutes. */
function scaleOf(options: BenchOptions): Scale {
  if (options.small) return small
  const size = Number(process.env['BENCH_PHOTOS'] ?? 0)
  return size > 0 ? { ...full, sizes: [size] } : full
}

/** Opens the small and the large library in turns, each in a window that has already shown this library. */
async function compareFirstTiles(
  url: string,
  windows: { readonly few: BrowserContext; readonly many: BrowserContext },
  size: number,
  scale: Scale,
): Promise<Result[]> {
  print(`Opening the timeline of ${named(scale.few)} and of ${named(size)} in turns …`)
  const taken = { few: [] as number[], many: [] as number[] }
  const shifts: number[] = []
  const traffic = { requests: 0, kilobytes: 0 }
  for (let round = -scale.warmUps; round < scale.rounds; round += 1) {
    const pair = ['few', 'many'] as const
    // The order alternates, because the first page leaves work behind that slows the second.
    for (const name of round % 2 === 0 ? pair : pair.toReversed()) {
      const watch = await openTimeline(url, windows[name])
      const milliseconds = await firstTileOf(watch.page)
      await watch.quiet()
      if (round >= 0) taken[name].push(milliseconds)
      shifts.push(await watch.layoutShift())
      if (name === 'many') Object.assign(traffic, watch.traffic())
      await watch.page.close()
    }
  }
  const label = named(size)
  return [
    figure(`first tile at ${named(scale.few)}`, median(taken.few), 'ms', undefined, spread(taken.few)),
    figure(`first tile at ${label}`, median(taken.many), 'ms', undefined, spread(taken.many)),
    figure(`first tile at ${label} ÷ at ${named(scale.few)}`, median(taken.many) / median(taken.few), '×', 1.1),
    figure(`layout shift of the first view at ${label}, worst`, Math.max(...shifts), 'CLS', 0.01),
    figure(`GraphQL requests of the first view at ${label}`, traffic.requests, 'requests'),
    figure(`sent for the first view at ${label}, code from the cache`, traffic.kilobytes, 'kB'),
  ]
}

async function measureLibrary(
  url: string,
  context: BrowserContext,
  { size, scale, options }: { readonly size: number; readonly scale: Scale; readonly options: BenchOptions },
): Promise<Result[]> {
  const label = named(size)
  print(`Scrolling, jumping, selecting and stepping through ${label} …`)
  const watch = await openTimeline(url, context)
  await firstTileOf(watch.page)
  const results = [
    ...(await scrollSteadily(watch, label, scale, options)),
    ...(await scrollOften(watch, label, scale)),
    ...(await actOn(watch, label, scale)),
  ]
  await watch.page.close()
  return results
}

/** Scrolls by the wheel, as people look through photos. */
async function scrollSteadily(watch: Watch, label: string, scale: Scale, options: BenchOptions): Promise<Result[]> {
  await watch.quiet()
  const stopProfile = options.profile ? await startProfile(watch, label, resultsFolder(options)) : null
  const seen = await watch.during(() => scrollDown(watch, wheelSpeed, scale.wheelPixels))
  await stopProfile?.()
  await backToTop(watch)
  return scrollFigures(`at ${wheelSpeed.toLocaleString('en')} px/s, ${label}`, [seen])
}

/** Scrolls from end to end several times. */
async function scrollOften(watch: Watch, label: string, { scrolls }: Scale): Promise<Result[]> {
  const heaps: number[] = []
  const seen: Seen[] = []
  const before = watch.traffic()
  let whole = { requests: 0, kilobytes: 0, pixels: 0 }
  for (let time = 1; time <= scrolls; time += 1) {
    let pixels = 0
    seen.push(
      await watch.during(async () => {
        pixels = await scrollDown(watch, flingSpeed)
      }),
    )
    await backToTop(watch)
    await watch.quiet()
    if (time === 1) {
      const { requests, kilobytes } = watch.traffic()
      whole = { requests: requests - before.requests, kilobytes: kilobytes - before.kilobytes, pixels }
    }
    heaps.push(await watch.heap())
  }
  const [first = Number.NaN, last = Number.NaN] = [heaps[0], heaps.at(-1)]
  const growth = last / first
  return [
    ...scrollFigures(`end to end ${scrolls} times at ${flingSpeed.toLocaleString('en')} px/s, ${label}`, seen),
    figure(`layout shift, the worst of all scrolling, ${label}`, await watch.layoutShift(), 'CLS', 0.01),
    figure(`pixels from end to end, ${label}`, whole.pixels, 'px'),
    figure(`GraphQL requests of one scroll end to end, ${label}`, whole.requests, 'requests'),
    figure(`sent for one scroll end to end, ${label}`, whole.kilobytes, 'kB'),
    figure(`heap after the first scroll, ${label}`, first, 'MB'),
    {
      ...figure(`heap after scroll ${scrolls} ÷ after the first, ${label}`, growth, '×'),
      aim: '0.8 to 1.2',
      met: growth >= 0.8 && growth <= 1.2,
    },
  ]
}

async function actOn(watch: Watch, label: string, { jumps, steps }: Scale): Promise<Result[]> {
  const jumped: number[] = []
  for (const part of jumps) jumped.push(await jumpTo(watch, part))
  await backToTop(watch)
  const selected = await selectMonth(watch)
  const before = watch.traffic().requests
  const { open, step, worst } = await stepThrough(watch, steps)
  return [
    figure(`jump to a month, ${label}`, median(jumped), 'ms', undefined, spread(jumped)),
    figure(`select a month, ${label}`, selected, 'ms'),
    figure(`open a photo, ${label}`, open, 'ms'),
    figure(`step to the next photo, ${label}`, step, 'ms'),
    figure(`slowest of ${steps} steps, ${label}`, worst, 'ms'),
    figure(`GraphQL requests of opening and ${steps} steps, ${label}`, watch.traffic().requests - before, 'requests'),
  ]
}

/** Scrolls through a very large month, whose photos are loaded by its '+N' button and by scrolling. */
async function measureHugeMonth(url: string, context: BrowserContext, scale: Scale): Promise<Result[]> {
  const label = `month of ${named(scale.huge)}`
  const watch = await openTimeline(`${url}/my-photos/photos#${hugeMonth}`, context)
  await firstTileOf(watch.page)
  for (let press = 0; press < 3; press += 1) {
    const more = watch.page.getByRole('button', { name: /^Show [\d,]+ more, March 2019/ })
    await more.click()
    await watch.quiet()
  }
  const seen = await watch.during(() => scrollDown(watch, wheelSpeed, scale.wheelPixels))
  const shift = await watch.layoutShift()
  await watch.page.close()
  return [
    ...scrollFigures(`at ${wheelSpeed.toLocaleString('en')} px/s, ${label}`, [seen]),
    figure(`layout shift, ${label}`, shift, 'CLS', 0.01),
  ]
}

function scrollFigures(label: string, seen: readonly Seen[]): Result[] {
  const sum = (of: (one: Seen) => number) => seen.reduce((total, one) => total + of(one), 0)
  const maximumOf = (of: (one: Seen) => number) => Math.max(...seen.map(of))
  const dropped = sum(({ droppedFrames }) => droppedFrames)
  const due = dropped + sum(({ frames }) => frames)
  return [
    figure(
      `longest task scrolling ${label}`,
      maximumOf(({ longest }) => longest),
      'ms',
      50,
    ),
    figure(
      `longest processor time of a task, ${label}`,
      maximumOf(({ longestOnProcessor }) => longestOnProcessor),
      'ms',
    ),
    figure(
      `tasks over 50 ms scrolling ${label}`,
      sum(({ long }) => long),
      'tasks',
      0,
    ),
    figure(`frames dropped scrolling ${label}`, (dropped / due) * 100, '%'),
    figure(
      `DOM nodes at most scrolling ${label}`,
      maximumOf(({ maximumNodes }) => maximumNodes),
      'nodes',
      2_500,
    ),
  ]
}

async function openTimeline(address: string, context: BrowserContext): Promise<Watch> {
  const watch = await watchedPage(await context.newPage())
  await watch.page.goto(address.includes('/my-photos/') ? address : `${address}/my-photos/photos`)
  return watch
}

/** Profiles the page until the returned function is called, which writes the profile. */
async function startProfile({ browser }: Watch, label: string, folder: string): Promise<() => Promise<void>> {
  await browser.send('Profiler.enable')
  await browser.send('Profiler.start')
  return async () => {
    const { profile } = await browser.send('Profiler.stop')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `web-${label.replaceAll(/\D/g, '')}.cpuprofile`), JSON.stringify(profile))
  }
}

function named(count: number): string {
  return `${count.toLocaleString('en')} photos`
}
