import { z } from 'zod'
import { readOperator } from '../../launcher/operator.ts'
import { productUnderTest } from './product.ts'

const countsSchema = z.object({ counts: z.array(z.object({ kind: z.string(), name: z.string(), count: z.number() })) })
const feedbackSchema = z.object({ feedback: z.array(z.object({ text: z.string() }).catchall(z.unknown())) })

/** Reads, as the operator does, how often a page was viewed today. */
export async function countViews(page: string): Promise<number> {
  const { counts } = countsSchema.parse(await readToday('counts'))
  return counts.find(({ kind, name }) => kind === 'pageView' && name === page)?.count ?? 0
}

/** Reads, as the operator does, today's feedback with this text. */
export async function readFeedback(text: string): Promise<readonly object[]> {
  const { feedback } = feedbackSchema.parse(await readToday('feedback'))
  return feedback.filter((entry) => entry.text === text)
}

function readToday(what: 'counts' | 'feedback'): Promise<unknown> {
  return readOperator(productUnderTest(), `/dev/analytics/${what}/${new Date().toISOString().slice(0, 10)}`)
}
