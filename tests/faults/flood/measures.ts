import type { Measure } from '../measures.ts'
import type { Action } from './customer.ts'
import type { Flood } from './floods.ts'
import type { ProcessorTimes } from './product.ts'
import type { FloodReport } from './sender.ts'

/** What the customer did in some time, and how many processors each part of the product used. */
interface Phase {
  readonly actions: readonly Action[]
  readonly load: ProcessorTimes
}

/** One flood, with the quiet phases before and after it. */
export interface FloodRound {
  readonly quiet: readonly Phase[]
  readonly during: Phase
  readonly sent: FloodReport
  /** The length (ms) of the flood. */
  readonly milliseconds: number
}

const ratioAim = 1.3
/**
 * The statuses of refusals. 0 is a request without an answer. Other errors, such as a wrong password, do not count:
 * they cost the product as much work as a success.
 */
const refusals = [0, 401, 413, 429, 503]

/** @param flood null for the control, which has no aims */
export function measureFlood(rounds: readonly FloodRound[], flood: Flood | null): Measure[] {
  const actions = rounds.flatMap(({ quiet, during }) => [...quiet.map((phase) => phase.actions), during.actions].flat())
  const failures = actions.filter(({ failure }) => failure !== null)
  const slow = ratio(rounds, 0.99)
  const detail = [...new Set(failures.map(({ name, failure }) => `${name}: ${failure}`))].slice(0, 3).join('; ')
  const refused = refusedShare(rounds)
  return [
    { ...slow, name: `p99 ≤ ${ratioAim} ×`, met: flood === null || slow.value <= ratioAim },
    { ...ratio(rounds, 0.5), name: 'median', met: true },
    { name: 'errors', shown: String(failures.length), met: failures.length === 0, detail },
    {
      name: 'refused',
      shown: `${Math.round(refused * 100)} %`,
      met: refused >= (flood?.refused ?? 0),
      detail: `aim: ${flood?.refused ?? 0}; statuses ${JSON.stringify(rounds.map(({ sent }) => sent.statuses))}`,
    },
    ...processorMeasures(rounds),
  ]
}

function ratio(rounds: readonly FloodRound[], quantile: number) {
  const ratios = rounds.map(({ quiet, during }) => {
    const usual = quantileOf(times(quiet.flatMap((phase) => phase.actions)), quantile)
    return { usual, flooded: quantileOf(times(during.actions), quantile) }
  })
  const value = quantileOf(
    ratios.map(({ usual, flooded }) => flooded / usual),
    0.5,
  )
  const detail = ratios.map(({ usual, flooded }) => `${usual.toFixed(1)} → ${flooded.toFixed(1)} ms`).join(', ')
  return { value, shown: `${value.toFixed(2)} (${detail})`, detail }
}

function times(actions: readonly Action[]): number[] {
  return actions.map(({ milliseconds }) => milliseconds)
}

function refusedShare(rounds: readonly FloodRound[]): number {
  const counts = rounds.flatMap(({ sent }) => Object.entries(sent.statuses))
  const refused = counts.filter(([status]) => refusals.includes(Number(status)))
  return sum(refused.map(([, count]) => count)) / Math.max(1, sum(counts.map(([, count]) => count)))
}

/** The processors used: by the parts of the product in quiet and under the flood, and by the sender. */
function processorMeasures(rounds: readonly FloodRound[]): Measure[] {
  const parts = ['edge', 'gateway', 'services'] as const
  const shown = parts.map((part) => {
    const usual = mean(rounds.flatMap(({ quiet }) => quiet.map(({ load }) => load[part])))
    return `${part} ${usual.toFixed(2)} → ${mean(rounds.map(({ during }) => during.load[part])).toFixed(2)}`
  })
  const sender = mean(rounds.map(({ sent, milliseconds }) => sent.processorTime / milliseconds))
  const unsent = sum(rounds.map(({ sent }) => sent.unsent))
  return [
    { name: 'processors', shown: shown.join(', '), met: true, detail: '' },
    { name: 'sender', shown: `${sender.toFixed(2)}, ${unsent} unsent`, met: true, detail: '' },
  ]
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function quantileOf(values: readonly number[], quantile: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * quantile) - 1)] ?? 0
}
