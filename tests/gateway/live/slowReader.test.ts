import { describe, expect, test } from 'vitest'
import { JobEvents } from '../../../gateway/upstream/live/jobEvents.ts'
import type { JobFact } from '../../../gateway/upstream/live/jobFacts.ts'

type Kind = 'STARTED' | 'PROGRESS' | 'FINISHED'

function fact(position: number, job: string, kind: Kind, progress: number | null = null): JobFact<Kind> {
  return { position: BigInt(position), job, kind, isProgress: kind === 'PROGRESS', timestamp: null, progress }
}

/** What waits for a reader, up to the end or to where nothing waits. */
async function drain(events: JobEvents<JobFact<Kind>>, count: number): Promise<string[]> {
  const told: string[] = []
  while (told.length < count) {
    const { value } = await events.next()
    told.push(`${value.position} ${value.job} ${value.kind}`)
  }
  return told
}

describe('a reader of jobs that reads slowly', () => {
  test('is told the last progress of each job alone, in the order of positions', async () => {
    const events = new JobEvents<JobFact<Kind>>(0n, () => {})
    events.take(fact(1, 'a', 'STARTED'))
    events.take(fact(2, 'b', 'STARTED'))
    for (let position = 3; position <= 2_000; position += 1)
      events.take(fact(position, 'ab'[position % 2] ?? '', 'PROGRESS'))
    const told = ['1 a STARTED', '2 b STARTED', '1999 b PROGRESS', '2000 a PROGRESS']
    expect(await drain(events, 4)).toEqual(told)
    await events.return()
  })

  test('is not told of progress that has become an end', async () => {
    const events = new JobEvents<JobFact<Kind>>(0n, () => {})
    const kinds = ['STARTED', 'PROGRESS', 'FINISHED'] as const
    for (const [index, kind] of kinds.entries()) events.take(fact(index + 1, 'a', kind))
    expect(await drain(events, 2)).toEqual(['1 a STARTED', '3 a FINISHED'])
    await events.return()
  })

  test('is told of every beginning and end up to a limit, and is then sent back with an error, to resume', async () => {
    let isGone = false
    const events = new JobEvents<JobFact<Kind>>(0n, () => {
      isGone = true
    })
    for (let position = 1; position <= 5_000; position += 1) events.take(fact(position, `job-${position}`, 'STARTED'))
    expect(isGone).toBe(true)
    const told = await drain(events, 1_000)
    expect([told[0], told.at(-1)]).toEqual(['1 job-1 STARTED', '1000 job-1000 STARTED'])
    await expect(events.next()).rejects.toMatchObject({ extensions: { code: 'OVERLOADED' } })
    expect(await events.next()).toEqual({ done: true, value: undefined })
    // Where it goes on.
    const resumed = new JobEvents<JobFact<Kind>>(1_000n, () => {})
    for (let position = 1; position <= 1_002; position += 1) resumed.take(fact(position, `job-${position}`, 'STARTED'))
    expect(await drain(resumed, 2)).toEqual(['1001 job-1001 STARTED', '1002 job-1002 STARTED'])
    await resumed.return()
  })

  test('that leaves is told nothing any more', async () => {
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

test('a fact that was told already, or comes from before, is not told again', async () => {
  const events = new JobEvents<JobFact<Kind>>(5n, () => {})
  for (const position of [4, 5, 6, 6, 7, 6]) events.take(fact(position, 'a', 'STARTED'))
  expect(await drain(events, 2)).toEqual(['6 a STARTED', '7 a STARTED'])
  await events.return()
})
