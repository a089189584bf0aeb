import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'

/** A question of the measuring process to a server that preloads this module. */
export type Question = z.infer<typeof question>

/** The resources that a server has used since it started. */
export interface Usage {
  /** Processor time of all threads of the server, user and system, in microseconds. */
  readonly microseconds: number
  /** Resident memory, in bytes. */
  readonly memory: number
  /** Resident memory in bytes, without the unused part of the heap. */
  readonly held: number
}

const question = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('usage'), collectGarbage: z.boolean() }),
  z.object({ ask: z.literal('profile') }),
  /** Ends the profile and writes it to the file. */
  z.object({ ask: z.literal('endProfile'), file: z.string() }),
])

let session: Session | undefined

process.on('message', (message) => {
  const asked = question.safeParse(message)
  // Ignore other messages: the server itself may handle them.
  if (asked.success) void answer(asked.data).then((usage) => process.send?.({ type: 'usage', ...usage }))
})

async function answer(asked: Question): Promise<Usage> {
  if (asked.ask === 'profile') await beginProfile()
  if (asked.ask === 'endProfile') await endProfile(asked.file)
  if (asked.ask === 'usage' && asked.collectGarbage) collectGarbage()
  const { user, system } = process.cpuUsage()
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return { microseconds: user + system, memory: rss, held: rss - (heapTotal - heapUsed) }
}

async function beginProfile(): Promise<void> {
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
}

async function endProfile(file: string): Promise<void> {
  const stopped = await session?.post('Profiler.stop')
  session?.disconnect()
  writeFileSync(file, JSON.stringify(stopped?.profile))
}

/** Collects garbage twice: finalizers that run after the first collection release objects for the second. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = z.function().parse(runInNewContext('gc'))
  collect()
  collect()
}
