import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'

/** Maximum JavaScript (kB, Brotli) of the first view: docs/decisions/0301. */
export const firstViewKilobytes = 175

/** The chunks of the first view, as `web/build/firstViewChunks.ts` names them. */
const firstViewChunks = ['start', 'LibraryLayout', 'TimelinePage']

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
)

/**
 * Throws when the first view's chunks, with all that they import statically, exceed the budget.
 * @param folder a finished build, with its manifest and its Brotli copies
 */
export function checkFirstViewBudget(folder: string): void {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')))
  const needed = new Set(Object.keys(manifest).filter((key) => firstViewChunks.includes(manifest[key]?.name ?? '')))
  if (needed.size !== firstViewChunks.length) throw new Error(`The build lacks one of ${firstViewChunks.join(', ')}.`)
  for (const key of needed) for (const imported of manifest[key]?.imports ?? []) needed.add(imported)
  const kilobytes = compressedKilobytes(
    folder,
    [...needed].map((key) => manifest[key]?.file ?? ''),
  )
  if (kilobytes <= firstViewKilobytes) return
  throw new Error(`The first view needs ${kilobytes.toFixed(1)} kB of scripts; the limit is ${firstViewKilobytes} kB.`)
}

/** Kilobytes (1,000 bytes) of a build's files as the edge serves them: compressed by Brotli. */
export function compressedKilobytes(folder: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(`${folder}/${file}.br`).size, 0) / 1_000
}
