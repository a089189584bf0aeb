import type { Result } from '../result.ts'
import type { MeasuredQuery } from './queries.ts'
import type { Scale } from './scale.ts'
import { median, rounded, spread } from './statistics.ts'
import type { Target } from './targets.ts'

/** Number of concurrent requests of one client. */
const concurrency = 8

/**
 * Measures processor time per request. The servers take turns in short slices, so that other work on the machine slows
 * all of them alike. In each turn, a server's time is divided by the floor's time. The result is the median of these
 * ratios.
 */
export async function measureProcessorTime(
  query: MeasuredQuery,
  { floor, others }: { readonly floor: Target; readonly others: readonly Target[] },
  { processorTime: { warmUps, slices, sliceMilliseconds } }: Scale,
): Promise<Result[]> {
  const targets = [floor, ...others]
  const times = new Map<Target, number[]>(targets.map((target) => [target, []]))
  for (let turn = -warmUps; turn < slices; turn += 1) {
    // The order alternates, so that no server always goes first.
    for (const target of turn % 2 === 0 ? targets : targets.toReversed()) {
      const time = await microsecondsPerRequest(target, sliceMilliseconds)
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

/** Sends requests to a target for some time. @returns the number of answers */
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

async function microsecondsPerRequest(target: Target, milliseconds: number): Promise<number> {
  const before = await target.server.usage()
  const answers = await keepBusy(target, milliseconds)
  const after = await target.server.usage()
  return (after.microseconds - before.microseconds) / answers
}

function timeRow(metric: string, microseconds: readonly number[]): Result {
  const inMilliseconds = microseconds.map((time) => time / 1000)
  const value = Math.round(median(inMilliseconds) * 1000) / 1000
  return { metric, value, unit: 'ms CPU', spread: spread(inMilliseconds), aim: '', met: true }
}
