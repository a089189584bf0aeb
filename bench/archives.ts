import { measureArchive } from './archives/archive.ts'
import { measureExport } from './archives/exports.ts'
import { measureSubscribers } from './archives/subscribers.ts'
import type { Result } from './result.ts'

const parts: readonly (() => Promise<Result[]>)[] = [measureArchive, measureExport, measureSubscribers]

/** What long work costs: archives, exports, and the sockets that tell of them. One part after the other. */
export async function run(): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) results.push(...(await part()))
  return results
}
