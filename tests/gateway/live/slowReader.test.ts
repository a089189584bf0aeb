import { describe, expect, test } from 'vitest'
import { JobEvents } from '../../../gateway/upstream/live/jobEvents.ts'
import type { JobFact } from '../../../gateway/upstream/live/jobFacts.ts'

type Kind = 'STARTED' | 'PROGRESS' | 'FINISHED'

function fact(position: number, job: string, kind: Kind, progress: number | null = null): JobFact<Kind> {
  return { position: BigInt(position), job, kind, isProgress: kind === 'PROGRESS', timestamp: null, progress }
}

/** Reads all buffered events. */
async function drain(events: JobEvents<JobFact<Kind>>, count: number): Promise<string[]> {
  const drained: string[] = []
  while (drained.length < count) {
    const { value } = await events.next()
    drained.push(`${value.position} ${value.job} ${value.kind}`)
  }
  return drained
}

describe('a slow reader of job events', () => {
  test('gets only the latest progress of each job, in order of positions', async () => {
    const events = new JobEvents<JobFact<Kind>>(0n, () => {})
    events.take(fact(1, 'a', 'STARTED'))
    events.take(fact(2, 'b', 'STARTED'))
    for (let position = 3; position <= 2_000; position += 1)
      events.take(fact(position, 'ab'[position % 2] ?? '', 'PROGRESS'))
    const drained = ['1 a STARTED', '2 b STARTED', '1999 b PROGRESS', '2000 a PROGRESS']
    expect(await drain(events, 4)).toEqual(drained)
    await events.return()
  })

  test('does not get progress of jobs that have ended', async () => {
    const events = new JobEvents<JobFact<Kind>>(0n, () => {})
    const kinds = ['STARTED', 'PROGRESS', 'FINISHED'] as const
    for (const [index, kind] of kinds.entries()) events.take(fact(index + 1, 'a', kind))
    expect(await drain(events, 2)).toEqual(['1 a STARTED', '3 a FINISHED'])
    await events.return()
  })

  test('gets every start and end up to a limit, then an error after which it can resume', async () => {
    let isGone = false
    const events = new JobEvents<JobFact<Kind>>(0n, () => {
      isGone = true
    })
    for (let position = 1; position <= 5_000; position += 1) events.take(fact(position, `job-${position}`, 'STARTED'))
    expect(isGone).toBe(true)
    const drained = await drain(events, 1_000)
    expect([drained[0], drained.at(-1)]).toEqual(['1 job-1 STARTED', '1000 job-1000 STARTED'])
    await expect(events.next()).rejects.toMatchObject({ extensions: { code: 'OVERLOADED' } })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    // The reader resumes after the last position that it received.
    const resumed = new JobEvents<JobFact<Kind>>(1_000n, () => {})
    for (let position = 1; position <= 1_002; position += 1) resumed.take(fact(position, `job-${position}`, 'STARTED'))
    expect(await drain(resumed, 2)).toEqual(['1001 job-1001 STARTED', '1002 job-1002 STARTED'])
    await resumed.return()
  })

  test('gets nothing after it has left', async () => {
    let left = 0
    const events = new JobEvents<JobFact<Kind>>(null, () => {
      left += 1
    })
    events.take(fact(1, 'a', 'STARTED'))
    const waiting = events.return()
    events.take(fact(2, 'a', 'FINISHED'))
    await waiting
    await events.return()
    expect(left).toBe(1)
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })
})

test('a fact at or before the last delivered position is skipped', async () => {
  const events = new JobEvents<JobFact<Kind>>(5n, () => {})
  for (const position of [4, 5, 6, 6, 7, 6]) events.take(fact(position, 'a', 'STARTED'))
  expect(await drain(events, 2)).toEqual(['6 a STARTED', '7 a STARTED'])
  await events.return()
})
