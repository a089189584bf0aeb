import type { Outcome } from './load.ts'
import type { ServiceName } from './serviceProcess.ts'

/** One fault of one upstream, as it went; times on the clock of `performance.now()`. */
export interface Course {
  readonly upstream: ServiceName
  readonly fault: string
  readonly begin: number
  readonly end: number
  /** From the gateway whose upstream failed. */
  readonly outcomes: readonly Outcome[]
  /** From its twin, which was sent the same at the same moments and whose upstreams were well. */
  readonly normal: readonly Outcome[]
  /** Requests that reached the upstream during the fault, and its twin's. */
  readonly calls: number
  readonly normalCalls: number
}

/** A figure beside its aim. */
export interface Measure {
  readonly name: string
  readonly shown: string
  readonly met: boolean
  /** What was wrong, for those who mend it. */
  readonly detail: string
}

/** What a normal operation may be slower by, in milliseconds, before it is called slower at all. */
const floor = 5
/** Milliseconds after a fault within which all must be well. */
const recoveryAim = 1_500
/** An answer that takes longer, in milliseconds, is no sign of recovery. */
const promptness = 1_000
const callsAim = 1.2

/** @param deadline of an operation, in milliseconds */
export function measure(course: Course, deadline: number): Measure[] {
  const isIn = ({ started }: Outcome) => started >= course.begin && started < course.end
  const needsIt = ({ operation }: Outcome) => course.upstream in operation.needs
  const during = course.outcomes.filter(isIn)
  const affected = during.filter(needsIt)
  const bystanders = during.filter((outcome) => !needsIt(outcome))
  const normal = course.normal.filter((outcome) => isIn(outcome) && !needsIt(outcome))
  const after = course.outcomes.filter((outcome) => outcome.started >= course.end && needsIt(outcome))
  return [
    serverFailures(course.outcomes),
    untypedErrors(course.outcomes),
    collateral(course),
    deadlineKept(affected, deadline),
    undisturbed(bystanders, normal),
    recovery(after, course.end),
    upstreamCalls(course),
  ]
}

function serverFailures(outcomes: readonly Outcome[]): Measure {
  const failed = outcomes.filter(({ status }) => status === 0 || status >= 500)
  return { name: '5xx', shown: String(failed.length), met: failed.length === 0, detail: described(failed) }
}

function untypedErrors(outcomes: readonly Outcome[]): Measure {
  const untyped = outcomes.filter(({ errors }) => errors.some(({ isTyped }) => !isTyped))
  return { name: 'untyped', shown: String(untyped.length), met: untyped.length === 0, detail: described(untyped) }
}

/** Parts of answers that are missing though their upstream was well, or before the fault. */
function collateral({ upstream, outcomes, begin }: Course): Measure {
  const lost = outcomes.filter(({ operation, delivered, status, started }) => {
    const expected = Object.keys(operation.needs).filter((name) => name !== upstream || started < begin)
    return status !== 200 || expected.some((name) => !delivered.includes(name))
  })
  return { name: 'lost besides', shown: String(lost.length), met: lost.length === 0, detail: described(lost) }
}

function deadlineKept(affected: readonly Outcome[], deadline: number): Measure {
  const times = affected.map(({ milliseconds }) => milliseconds)
  const limit = deadline * 1.1
  const slowest = percentile(times, 0.99)
  const shown = affected.length === 0 ? '–' : `${Math.round(slowest)}`
  const detail = `of ${affected.length} operations, median ${Math.round(percentile(times, 0.5))} ms`
  return { name: `p99 ≤ ${limit}`, shown, met: affected.length === 0 || slowest <= limit, detail }
}

/**
 * Both sets were measured at the same time on the same machine, so a busy neighbour slows both. The aim is that 1 % at
 * most is slower than 1.2 times the twin's 99th percentile (and 5 ms more than it); with a hundred samples that share
 * itself varies, so the aim is missed when a share so large would come by chance in less than one of a hundred runs.
 */
function undisturbed(bystanders: readonly Outcome[], normal: readonly Outcome[]): Measure {
  const times = bystanders.map(({ milliseconds }) => milliseconds)
  const usual = percentile(
    normal.map(({ milliseconds }) => milliseconds),
    0.99,
  )
  const limit = Math.max(usual * 1.2, usual + floor)
  const slower = times.filter((time) => time > limit).length
  const met = bystanders.length > 0 && chanceOfAtLeast(slower, times.length, 0.01) >= 0.01
  const shown = `${percentile(times, 0.99).toFixed(1)} / ${usual.toFixed(1)}`
  const detail = `${slower} of ${times.length} took longer than ${limit.toFixed(1)} ms`
  return { name: 'p99 others / normal', shown, met, detail }
}

function recovery(after: readonly Outcome[], end: number): Measure {
  const name = `recovery ≤ ${recoveryAim}`
  const inOrder = after.toSorted((one, other) => one.started - other.started)
  const lastBad = inOrder.findLastIndex((outcome) => !isGood(outcome))
  const firstGood = inOrder[lastBad + 1]
  if (inOrder.length === 0) return { name, shown: '–', met: true, detail: '' }
  const detail = described(inOrder.slice(0, lastBad + 1).filter((outcome) => !isGood(outcome)))
  if (!firstGood) return { name, shown: 'never', met: false, detail }
  const time = firstGood.started + firstGood.milliseconds - end
  return { name, shown: `${Math.round(time)}`, met: time <= recoveryAim, detail }
}

function upstreamCalls({ calls, normalCalls }: Course): Measure {
  const ratio = normalCalls === 0 ? 0 : calls / normalCalls
  const shown = normalCalls === 0 ? '–' : ratio.toFixed(2)
  const met = normalCalls === 0 || ratio <= callsAim
  return { name: `calls ≤ ${callsAim} ×`, shown, met, detail: `${calls} instead of ${normalCalls}` }
}

function isGood({ status, errors, milliseconds }: Outcome): boolean {
  return status === 200 && errors.length === 0 && milliseconds <= promptness
}

/** How many of which kind, and one of them whole. */
function described(outcomes: readonly Outcome[]): string {
  const kinds = new Map<string, number>()
  for (const { operation, status, errors } of outcomes) {
    const kind = [operation.name, status, ...new Set(errors.map(({ code }) => code))].join(' ')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  const counted = [...kinds].map(([kind, count]) => `${count} × ${kind}`).join(', ')
  const [first] = outcomes
  return first ? `${counted}; such as: ${first.detail}` : ''
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** That of so many samples at least `count` exceed what each exceeds with this probability (binomial). */
function chanceOfAtLeast(count: number, samples: number, probability: number): number {
  let term = (1 - probability) ** samples
  let below = 0
  for (let index = 0; index < count; index += 1) {
    below += term
    term *= ((samples - index) / (index + 1)) * (probability / (1 - probability))
  }
  return 1 - below
}
