import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { productUnderTest } from './product.ts'

const countsSchema = z.object({ counts: z.array(z.object({ kind: z.string(), name: z.string(), count: z.number() })) })

/** Reads, as the operator does, how often a page was viewed today. */
export async function countViews(page: string): Promise<number> {
  const { port, dataDir } = productUnderTest()
  const secret = readFileSync(join(dataDir, 'keys', 'operator'), 'utf8').trim()
  const day = new Date().toISOString().slice(0, 10)
  const answer = await fetch(`http://localhost:${port}/dev/analytics/counts/${day}`, {
    headers: { 'x-operator-secret': secret },
  })
  const { counts } = countsSchema.parse(await answer.json())
  return counts.find(({ kind, name }) => kind === 'pageView' && name === page)?.count ?? 0
}
