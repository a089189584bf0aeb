import { describe, expect, test } from 'vitest'
import type { Operation, Outcome } from '../../faults/load.ts'
import { type Course, measure, measureTogether } from '../../faults/measures.ts'

const [begin, end, deadline] = [1_000, 8_000, 9_000]
const counts: Operation = { name: 'counts', query: '', variables: {}, token: null, needs: { photos: () => true } }
const site: Operation = { name: 'site', query: '', variables: {}, token: null, needs: { site: () => true } }
const unavailable = [{ code: 'UPSTREAM_UNAVAILABLE', isTyped: true }]

/**
 * Builds the outcomes of one operation of each kind every 50 ms, from before a fault to 3 s after it. `change` returns
 * the changed properties of an outcome.
 */
function course(change: (outcome: Outcome, index: number) => Partial<Outcome>, calls = 140): Course {
  const normal = Array.from({ length: 440 }, (_, index): Outcome => {
    const operation = index % 2 === 0 ? counts : site
    const delivered = Object.keys(operation.needs)
    const started = Math.floor(index / 2) * 50
    return { operation, started, milliseconds: 10 + (index % 3), status: 200, errors: [], delivered, detail: '' }
  })
  const failing = normal.map((outcome) => {
    const isHit = outcome.operation === counts && outcome.started >= begin && outcome.started < end
    return isHit ? { ...outcome, errors: unavailable, delivered: [] } : outcome
  })
  const outcomes = failing.map((outcome, index) => ({ ...outcome, ...change(outcome, index) }))
  return { upstream: 'photos', fault: 'tried', begin, end, outcomes, normal, calls, normalCalls: 140 }
}

function missed(given: Course): string[] {
  return measure(given, deadline).flatMap(({ name, met }) => (met ? [] : [name]))
}

const isDuring = ({ started }: Outcome) => started >= begin && started < end
const shed: Partial<Outcome> = { status: 503, errors: [{ code: 'OVERLOADED', isTyped: true }], delivered: [] }

describe('the figures of a fault', () => {
  test('meet all targets if the fault is handled as intended', () => {
    expect(missed(course(() => ({})))).toEqual([])
  })

  test.each<[string, Course]>([
    ['5xx', course((_outcome, index) => (index === 100 ? { status: 502 } : {}))],
    ['5xx', course((_outcome, index) => (index === 100 ? { status: 0 } : {}))],
    ['untyped', course((_outcome, index) => (index === 100 ? { errors: [{ code: 'none', isTyped: false }] } : {}))],
    ['lost besides', course((_outcome, index) => (index === 101 ? { delivered: [] } : {}))],
    ['p99 ≤ 9900', course(({ operation }) => (operation === counts ? { milliseconds: 9_901 } : {}))],
    ['p99 others / normal', course((one) => (one.operation === site && isDuring(one) ? { milliseconds: 25 } : {}))],
    ['shed / normal', course((one) => (isDuring(one) && one.operation === site ? shed : {}))],
    ['recovery ≤ 1500', course((one) => (one.started > 9_600 && one.started < 9_700 ? { errors: unavailable } : {}))],
    ['recovery ≤ 1500', course(({ started }) => (started >= end ? { milliseconds: 1_600 } : {}))],
    ['calls ≤ 1.2 ×', course(() => ({}), 169)],
    ['failed or slow', course((one) => (one.operation === counts ? { errors: [], delivered: ['photos'] } : {}))],
  ])('miss the target %s when it is exceeded', (name, given) => {
    expect(missed(given)).toContain(name)
  })

  test('miss a target when the gateway with the fault and the one without it refuse most operations', () => {
    const refusing = course(() => shed)
    const twins = refusing.normal.map((outcome) => ({ ...outcome, ...shed }))
    expect(missed({ ...refusing, normal: twins })).toContain('shed / normal')
  })

  test('meet all targets although the machine stalls one gateway for a second', () => {
    const stalled = course(({ started, operation }) =>
      operation === site && started >= 3_000 && started < 4_000 ? { milliseconds: 500 } : {},
    )
    expect(missed(stalled)).toEqual([])
  })

  test('show rare effects on other services when many faults are combined', () => {
    const seldom = course(({ started, operation }) =>
      operation === site && started >= 3_000 && started < 4_000 ? { milliseconds: 500 } : {},
    )
    expect(measureTogether(Array.from({ length: 11 }, () => seldom)).map(({ met }) => met)).toEqual([false])
  })
})
