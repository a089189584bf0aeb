import { z } from 'zod'
import { wireSchema } from './wireSchema.ts'

/** A problem of a service (RFC 9457), of which only the code is read: other fields may contain personal data. */
const wireProblem = wireSchema(z.object({ code: z.string().regex(/^[A-Z][A-Z_]{0,63}$/) }))

/** Longer bodies are not read. */
const longestProblem = 10_000

/** The code of the problem in the body of a failed response; null without one. */
export function problemCodeIn(body: string): string | null {
  if (body.length > longestProblem) return null
  try {
    const problem: unknown = JSON.parse(body)
    return wireProblem.accepts(problem) ? problem.code : null
  } catch {
    return null
  }
}
