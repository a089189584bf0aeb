import { setTimeout as pause } from 'node:timers/promises'
import type { Result } from '../result.ts'
import { quantile, rounded, seededRandom, spread } from './statistics.ts'
import type { Target } from './targets.ts'

const perSecond = 50
const blockSeconds = 6
const blocks = 5
const attempts = 3
const aim = 1.5
const title = `timeline query, p99 at ${perSecond}/s (Poisson)`

/**
 * How long answers take under a light load whose requests come when they come (Poisson), and not one after the other.
 * Blocks of both servers take turns, each pair with the same arrivals.
 */
export async function measureLatency(floor: Target, gateway: Target): Promise<Result[]> {
  const ofFloor: number[][] = []
  const ofGateway: number[][] = []
  for (let block = 0; block < blocks; block += 1) {
    const isOdd = block % 2 === 1
    if (isOdd) ofGateway.push(await wholeBlock(gateway, block))
    ofFloor.push(await wholeBlock(floor, block))
    if (!isOdd) ofGateway.push(await wholeBlock(gateway, block))
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

/** A machine that stands still for a second makes a heap of what should have come apart: such a block is repeated. */
async function wholeBlock(target: Target, seed: number): Promise<number[]> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    try {
      return await answerTimes(target, seed)
    } catch (error) {
      process.stdout.write(`  a block is repeated: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  return answerTimes(target, seed)
}

/** From sending to the last byte, for arrivals that the seed decides. */
async function answerTimes(target: Target, seed: number): Promise<number[]> {
  const random = seededRandom(seed + 1)
  const asked: Promise<number>[] = []
  const began = performance.now()
  for (let due = nextArrival(random); due < blockSeconds * 1000; due += nextArrival(random)) {
    const wait = began + due - performance.now()
    if (wait > 0) await pause(wait)
    const answer = target.ask()
    // It is waited for below, with the others.
    answer.catch(() => undefined)
    asked.push(answer)
  }
  return Promise.all(asked)
}

/** Milliseconds between two arrivals. */
function nextArrival(random: () => number): number {
  return (-Math.log(1 - random()) / perSecond) * 1000
}
