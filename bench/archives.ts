import { measureArchive } from './archives/archive.ts'
import { measureBothStores } from './archives/bothStores.ts'
import { measureExport } from './archives/exports.ts'
import { measureSubscribers } from './archives/subscribers.ts'
import type { BenchOptions, Result } from './result.ts'

const parts = [measureArchive, measureBothStores, measureExport, measureSubscribers]

/** Measures long work: archives, exports, and the sockets that report their progress. */
export async function run(options: BenchOptions): Promise<Result[]> {
  const results: Result[] = []
  for (const measure of parts) results.push(...(await measure(options)))
  return results
}
