import type { Outcome } from './load.ts'
import type { ServiceName } from './serviceProcess.ts'

/** The observations of one fault of one upstream. Times are by `performance.now()`. */
export interface Course {
  readonly upstream: ServiceName
  readonly fault: string
  readonly begin: number
  readonly end: number
  /** The outcomes at the gateway whose upstream failed. */
  readonly outcomes: readonly Outcome[]
  /**
   * The outcomes at the twin gateway, whose upstreams are healthy. Operations at the same index are equal and were sent
   * at the same moment.
   */
  readonly normal: readonly Outcome[]
  /** Requests to the upstream during the fault, and to the twin's upstream. */
  readonly calls: number
  readonly normalCalls: number
}

/** A figure, compared with its aim. */
export interface Measure {
  readonly name: string
  readonly shown: string
  readonly met: boolean
  /** Describes the failure in detail. */
  readonly detail: string
}

/** A smaller difference (ms) between two operations does not count as slower. */
const floor = 5
/** All operations must succeed again this long (ms) after a fault. */
const recoveryAim = 1_500
/** A slower answer (ms) does not count as recovered. */
const promptness = 1_000
const callsAim = 1.2
/** Outcomes are grouped into blocks of this length (ms). */
const blockLength = 500
/** The significance level of the sign tests. A run makes about 60 of them. */
const smallChance = 0.002

/** @param deadline of an operation (ms) */
export function measure(course: Course, deadline: number): Measure[] {
  const served = course.outcomes.filter((outcome) => !isShed(outcome))
  const needsIt = ({ operation }: Outcome) => course.upstream in operation.needs
  const affected = served.filter((outcome) => isDuring(course, outcome) && needsIt(outcome))
  const after = served.filter((outcome) => outcome.started >= course.end && needsIt(outcome))
  const twinTimes = new Map(course.outcomes.map((outcome, index) => [outcome, course.normal[index]?.milliseconds ?? 0]))
  return [
    noticed(affected, course),
    shed(course),
    serverFailures(served),
    untypedErrors(course.outcomes),
    collateral(course, served),
    deadlineKept(affected, deadline),
    undisturbed([course]),
    recovery(after, course.end, twinTimes),
    upstreamCalls(course),
  ]
}

/**
 * Measures that need many operations. They combine all faults of one upstream, for operations that do not read this
 * upstream.
 */
export function measureTogether(courses: readonly Course[]): Measure[] {
  return [undisturbed(courses)]
}

function isDuring({ begin, end }: Course, { started }: Outcome): boolean {
  return started >= begin && started < end
}

/** Checks that the fault had an effect: on operations, or at least on the number of upstream calls. */
function noticed(affected: readonly Outcome[], { calls, normalCalls }: Course): Measure {
  const failed = affected.filter((outcome) => !isGood(outcome)).length
  const shown = affected.length === 0 ? '–' : `${Math.round((failed / affected.length) * 100)} %`
  const met = affected.length === 0 || failed > 0 || calls !== normalCalls
  return { name: 'failed or slow', shown, met, detail: 'the fault was not noticed' }
}

/**
 * A busy machine makes both gateways refuse operations. A fault must not make the failing gateway refuse more. If most
 * operations are refused by both gateways, the other figures mean nothing.
 */
function shed(course: Course): Measure {
  const ours = course.outcomes.filter(isShed).length
  const usual = course.normal.filter(isShed).length
  const more = blocksOf(course, (pairs) => {
    const countOf = (which: 0 | 1) => pairs.filter((pair) => isShed(pair[which])).length
    return Math.sign(countOf(0) - countOf(1))
  })
  const met = ours < course.outcomes.length / 2 && (ours <= usual || !isSystematic(more))
  return { name: 'shed / normal', shown: `${ours} / ${usual}`, met, detail: 'refused as OVERLOADED' }
}

function isShed({ status, errors }: Outcome): boolean {
  return status === 503 && errors.some(({ code }) => code === 'OVERLOADED')
}

function serverFailures(outcomes: readonly Outcome[]): Measure {
  const failed = outcomes.filter(({ status }) => status === 0 || status >= 500)
  return { name: '5xx', shown: String(failed.length), met: failed.length === 0, detail: described(failed) }
}

function untypedErrors(outcomes: readonly Outcome[]): Measure {
  const untyped = outcomes.filter(({ errors }) => errors.some(({ isTyped }) => !isTyped))
  return { name: 'untyped', shown: String(untyped.length), met: untyped.length === 0, detail: described(untyped) }
}

/** Counts missing parts that the fault does not explain: from a healthy upstream, or in an answer before the fault. */
function collateral({ upstream, begin }: Course, served: readonly Outcome[]): Measure {
  const lost = served.filter(({ operation, delivered, status, started, milliseconds }) => {
    const expected = Object.keys(operation.needs).filter((name) => name !== upstream || started + milliseconds < begin)
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
 * Compares operations that did not need the upstream with their twins of the same moment. A busy machine slows both
 * gateways alike, so it cannot be mistaken for the fault. The aim is missed if the 99th percentile is over 1.2 times
 * the twin's (and over 5 ms more) and a sign test finds this significant (0.2 %). The test looks at the half seconds in
 * which the slowest operations of the two gateways differ by that much, and counts how many of these were slower at the
 * gateway with the fault. It uses half seconds, because one stall of the machine hits many operations of one gateway.
 */
function undisturbed(courses: readonly Course[]): Measure {
  const blocks = courses.flatMap((course) => blocksOf(course, (pairs) => pairs, isUnaffected(course)))
  const pairs = blocks.flat()
  const usual = percentile(timesOf(pairs, 1), 0.99)
  const ours = percentile(timesOf(pairs, 0), 0.99)
  const slower = blocks.map((block) => {
    const [one, twin] = [Math.max(...timesOf(block, 0)), Math.max(...timesOf(block, 1))]
    return one > tolerated(twin) ? 1 : twin > tolerated(one) ? -1 : 0
  })
  const met = pairs.length > 0 && (ours <= tolerated(usual) || !isSystematic(slower))
  const [more, less] = [slower.filter((sign) => sign > 0).length, slower.filter((sign) => sign < 0).length]
  const detail = `of ${blocks.length} half seconds, ${more} were noticeably slower than the twin's, and ${less} faster`
  return { name: 'p99 others / normal', shown: `${ours.toFixed(1)} / ${usual.toFixed(1)}`, met, detail }
}

/** An operation and its twin. */
type Pair = readonly [Outcome, Outcome]

function isUnaffected({ upstream }: Course): (pair: Pair) => boolean {
  return (pair) => !(upstream in pair[0].operation.needs) && !pair.some(isShed)
}

/** Groups the pairs by half second of the fault, and maps each group. */
function blocksOf<Seen>(
  course: Course,
  look: (pairs: readonly Pair[]) => Seen,
  isWanted: (pair: Pair) => boolean = () => true,
): Seen[] {
  const blocks = new Map<number, Pair[]>()
  for (const [index, outcome] of course.outcomes.entries()) {
    const twin = course.normal[index]
    if (!twin || !isDuring(course, outcome) || !isWanted([outcome, twin])) continue
    const block = Math.floor((outcome.started - course.begin) / blockLength)
    blocks.set(block, [...(blocks.get(block) ?? []), [outcome, twin]])
  }
  return [...blocks.values()].map(look)
}

function timesOf(pairs: readonly Pair[], which: 0 | 1): number[] {
  return pairs.map((pair) => pair[which].milliseconds)
}

/** Whether 1 is significantly more frequent than -1. */
function isSystematic(signs: readonly number[]): boolean {
  const more = signs.filter((sign) => sign > 0).length
  const all = signs.filter((sign) => sign !== 0).length
  return chanceOfAtLeast(more, all) <= smallChance
}

function tolerated(milliseconds: number): number {
  return Math.max(milliseconds * 1.2, milliseconds + floor)
}

/** @param twinTimes how long (ms) the same operation took at the healthy twin */
function recovery(after: readonly Outcome[], end: number, twinTimes: ReadonlyMap<Outcome, number>): Measure {
  const isBad = (outcome: Outcome) => !isGood(outcome, twinTimes.get(outcome))
  const name = `recovery ≤ ${recoveryAim}`
  const inOrder = after.toSorted((one, other) => one.started - other.started)
  const lastBad = inOrder.findLastIndex(isBad)
  const firstGood = inOrder[lastBad + 1]
  if (inOrder.length === 0) return { name, shown: '–', met: true, detail: '' }
  const detail = described(inOrder.slice(0, lastBad + 1).filter(isBad))
  if (!firstGood) return { name, shown: 'never', met: false, detail }
  const time = firstGood.started + firstGood.milliseconds - end
  return { name, shown: `${Math.round(time)}`, met: time <= recoveryAim, detail }
}

/** Upstream calls per admitted operation that needs the upstream. */
function upstreamCalls(course: Course): Measure {
  const perOperation = (calls: number, outcomes: readonly Outcome[]) => {
    const asking = outcomes.filter(
      (outcome) => isDuring(course, outcome) && course.upstream in outcome.operation.needs && !isShed(outcome),
    )
    return calls / Math.max(1, asking.length)
  }
  const usual = perOperation(course.normalCalls, course.normal)
  const ratio = perOperation(course.calls, course.outcomes) / usual
  const shown = usual === 0 ? '–' : ratio.toFixed(2)
  const detail = `${course.calls} calls instead of ${course.normalCalls}`
  return { name: `calls ≤ ${callsAim} ×`, shown, met: usual === 0 || ratio <= callsAim, detail }
}

/** A fallback for a missing part, such as an estimate, does not count as good. */
function isGood({ operation, status, errors, delivered, milliseconds }: Outcome, usual = 0): boolean {
  const isWhole = delivered.length === Object.keys(operation.needs).length
  return status === 200 && errors.length === 0 && isWhole && milliseconds <= promptness + usual
}

/** Counts the outcomes by kind, and quotes the first one. */
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

/** The probability of at least this many heads in this many throws of a coin. */
function chanceOfAtLeast(heads: number, throws: number): number {
  let term = 0.5 ** throws
  let below = 0
  for (let index = 0; index < heads; index += 1) {
    below += term
    term *= (throws - index) / (index + 1)
  }
  return 1 - below
}
