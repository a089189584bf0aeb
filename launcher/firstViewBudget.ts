import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

/** Maximum JavaScript (kB, Brotli) of the first view: docs/decisions/0301. */
export const firstViewKilobytes = 175

/**
 * The name of the first view's chunk, from `web/build/firstViewChunks.ts`. The chunk imports the chunk of the first
 * requests.
 */
const firstViewChunk = 'start'

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
)

/**
 * Throws when the first view's chunk and all its static imports together exceed the budget.
 * @param folder a finished build, with its manifest and its Brotli copies
 */
export function checkFirstViewBudget(folder: string): void {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')))
  const start = Object.values(manifest).find(({ name }) => name === firstViewChunk)
  if (!start) throw new Error(`The build lacks the chunk ${firstViewChunk}.`)
  const imported = start.imports.map((key) => manifest[key]?.file ?? '')
  const kilobytes = compressedKilobytes(folder, [start.file, ...imported])
  if (kilobytes <= firstViewKilobytes) return
  throw new Error(`The first view needs ${kilobytes.toFixed(1)} kB of scripts; the limit is ${firstViewKilobytes} kB.`)
}

/** Returns the size of a build's files in kilobytes (1,000 bytes) as the edge serves them: compressed by Brotli. */
export function compressedKilobytes(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(`${folder}/${file}.br`).size, 0) / 1_000
}
