import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '../result.ts'
import type { Scale } from './scale.ts'
import { seededRandom } from '../../tests/support/random.ts'
import { quantile, rounded, spread } from './statistics.ts'
import type { Target } from './targets.ts'

const perSecond = 50
const attempts = 3
const aim = 1.5
const title = `timeline query, p99 at ${perSecond}/s (Poisson)`

/**
 * Measures how long answers take under a light load of independent requests (Poisson arrivals). The servers take turns:
 * each pair of blocks has one block per server, and both blocks have the same arrival times.
 */
export async function measureLatency(
  floor: Target,
  gateway: Target,
  { latency: { blocks, blockSeconds } }: Scale,
): Promise<Result[]> {
  const ofFloor: number[][] = []
  const ofGateway: number[][] = []
  for (let block = 0; block < blocks; block += 1) {
    const isOdd = block % 2 === 1
    if (isOdd) ofGateway.push(await wholeBlock(gateway, block, blockSeconds))
    ofFloor.push(await wholeBlock(floor, block, blockSeconds))
    if (!isOdd) ofGateway.push(await wholeBlock(gateway, block, blockSeconds))
  }
  const ratio = p99(ofGateway.flat()) / p99(ofFloor.flat())
  const ratios = ofGateway.map((times, block) => p99(times) / p99(ofFloor[block] ?? []))
  return [
    timeRow(`${title}, by hand`, ofFloor),
    timeRow(`${title}, gateway`, ofGateway),
    {
      metric: `${title}, gateway ÷ by hand`,
      value: rounded(ratio),
      unit: '×',
      spread: spread(ratios),
      aim: `≤ ${aim}`,
      met: ratio <= aim,
    },
  ]
}

function timeRow(metric: string, blocks: readonly number[][]): Result {
  const value = rounded(p99(blocks.flat()))
  return { metric, value, unit: 'ms', spread: spread(blocks.map(p99)), aim: '', met: true }
}

function p99(milliseconds: readonly number[]): number {
  return quantile(milliseconds, 0.99)
}

/** Repeats a block that fails: when the machine stalls for a second, its requests pile up and may be refused. */
async function wholeBlock(target: Target, seed: number, seconds: number): Promise<number[]> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    try {
      return await answerTimes(target, seed, seconds)
    } catch (error) {
      process.stdout.write(`  repeating a block: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  return answerTimes(target, seed, seconds)
}

/** Measures the time (ms) from sending each request to the last byte of its answer. The seed sets the sending times. */
async function answerTimes(target: Target, seed: number, seconds: number): Promise<number[]> {
  const random = seededRandom(seed + 1)
  const asked: Promise<number>[] = []
  const began = performance.now()
  for (let due = nextArrival(random); due < seconds * 1000; due += nextArrival(random)) {
    const wait = began + due - performance.now()
    if (wait > 0) await pause(wait)
    const answer = target.ask()
    // A rejection is handled below, by Promise.all.
    answer.catch(() => undefined)
    asked.push(answer)
  }
  return Promise.all(asked)
}

/** Returns the milliseconds until the next arrival. */
function nextArrival(random: () => number): number {
  return (-Math.log(1 - random()) / perSecond) * 1000
}
