import type { Result } from '../result.ts'
import type { MeasuredQuery } from './queries.ts'
import { median, rounded, spread } from './statistics.ts'
import type { Target } from './targets.ts'

const sliceTime = 1_000
const concurrency = 8
const warmUps = 3
const pairs = 10

/**
 * Processor time per request, in slices of a second that take turns: what else goes on in the machine meets them all
 * alike. The ratio of each slice to the floor's of the same turn is taken, and of these the median.
 */
export async function measureProcessorTime(
  query: MeasuredQuery,
  floor: Target,
  others: readonly Target[],
): Promise<Result[]> {
  const targets = [floor, ...others]
  const times = new Map<Target, number[]>(targets.map((target) => [target, []]))
  for (let turn = -warmUps; turn < pairs; turn += 1) {
    // Nobody is always the first.
    for (const target of turn % 2 === 0 ? targets : targets.toReversed()) {
      const time = await microsecondsPerRequest(target)
      if (turn >= 0) times.get(target)?.push(time)
    }
  }
  const ofFloor = times.get(floor) ?? []
  const [gateway] = others
  return [
    timeRow(`${query.title}, by hand`, ofFloor),
    ...others.flatMap((target) => {
      const own = times.get(target) ?? []
      const ratios = own.map((time, turn) => time / (ofFloor[turn] ?? Number.NaN))
      const ratio = median(ratios)
      const aim = target === gateway ? `≤ ${query.aim}` : ''
      const met = target !== gateway || ratio <= query.aim
      const metric = `${query.title}, ${target.server.name} ÷ by hand`
      return [
        ...(target === gateway ? [timeRow(`${query.title}, ${target.server.name}`, own)] : []),
        { metric, value: rounded(ratio), unit: '×', spread: spread(ratios), aim, met },
      ]
    }),
  ]
}

/** Keeps a target busy for some time. @returns how many answers came */
export async function keepBusy(target: Target, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let answers = 0
  const work = async () => {
    while (performance.now() < end) {
      await target.ask()
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return answers
}

async function microsecondsPerRequest(target: Target): Promise<number> {
  const before = await target.server.usage()
  const answers = await keepBusy(target, sliceTime)
  const after = await target.server.usage()
  return (after.microseconds - before.microseconds) / answers
}

function timeRow(metric: string, microseconds: readonly number[]): Result {
  const inMilliseconds = microseconds.map((time) => time / 1000)
  const value = Math.round(median(inMilliseconds) * 1000) / 1000
  return { metric, value, unit: 'ms CPU', spread: spread(inMilliseconds), aim: '', met: true }
}
