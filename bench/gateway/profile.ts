import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const profileFile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

type Frame = z.infer<typeof profileFile>['nodes'][number]['callFrame']

const shownPlaces = 16
const shownFunctions = 16

/** Summarizes a profile by file or package and by function, in percent of the busy time. */
export function summarizeProfile(title: string, file: string): string {
  const { nodes, samples, timeDeltas } = profileFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const places = new Map<string, number>()
  const functions = new Map<string, number>()
  let total = 0
  for (const [index, sample] of samples.entries()) {
    const frame = frames.get(sample)
    const time = timeDeltas[index] ?? 0
    // Skip the profiler's own time.
    if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') continue
    total += time
    const place = placeOf(frame)
    add(places, place, time)
    add(functions, `${frame.functionName || '(anonymous)'}  ${place}:${frame.lineNumber + 1}`, time)
  }
  const lines = [
    `Where the time of "${title}" goes, in % (${file})`,
    ...largest(places, shownPlaces, total),
    '  functions',
    ...largest(functions, shownFunctions, total),
  ]
  return lines.join('\n')
}

/** Names the package, our file, or the part of Node that a frame belongs to. */
function placeOf({ url, functionName }: Frame): string {
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  if (inPackage !== undefined) return inPackage
  if (url.startsWith('file:')) return relative(process.cwd(), fileURLToPath(url))
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/')
  return url === '' && functionName.startsWith('(') ? functionName : '(native)'
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}

function largest(sums: ReadonlyMap<string, number>, count: number, total: number): string[] {
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, sum]) => `  ${((100 * sum) / total).toFixed(1).padStart(5)}  ${name}`)
}
