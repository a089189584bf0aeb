import { z } from 'zod'
import { Problem } from './problems.ts'

/** Maximum number of items that one request may name or ask for. */
export const maximumPerRequest = 500

/** A number in a path or query. */
export const integer = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)

/** The length of a page. */
export function limitSchema(defaultLimit: number) {
  const limit = integer.pipe(z.number().min(1).max(maximumPerRequest)).default(defaultLimit)
  return limit.describe(`1 to ${maximumPerRequest}, by default ${defaultLimit}`)
}

/** A 400 problem that names the field of an input and the reason. */
export function problemOfIssue(issue: z.core.$ZodIssue | undefined): Problem {
  const place = issue?.path.join('.')
  return new Problem(400, 'INVALID_REQUEST', `${place ? `${place}: ` : ''}${issue?.message ?? 'invalid value'}`)
}

/** Checks the format of an id. The database would fail on an id that is not a UUID. */
export function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

/** The ids that are UUIDs, in lower case like those of the database. */
export function asUuids(ids: readonly string[]): string[] {
  return ids.filter(isUuid).map((id) => id.toLowerCase())
}
