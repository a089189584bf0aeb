import { z, type ZodType } from 'zod'
import { Problem } from './problems.ts'

/** How many of something one request may name, or ask for. */
export const mostPerRequest = 500

/** A number in a path or query. */
export const integer = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)

/** How long a page is. */
export function limitSchema(defaultLimit: number) {
  return integer.pipe(z.number().min(1).max(mostPerRequest)).default(defaultLimit)
}

/** Throws a 400 problem that names what is wrong. */
export function parse<Value>(schema: ZodType<Value>, input: unknown): Value {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const place = issue?.path.join('.')
  throw new Problem(400, 'INVALID_REQUEST', `${place ? `${place}: ` : ''}${issue?.message ?? 'not as it should be'}`)
}

/** Whether an id can be one at all; what cannot is not asked of the database. */
export function isUuid(id: string): boolean {
  return z.uuid().safeParse(id).success
}

/** The ids as the database has them, without those that can be none. */
export function asUuids(ids: readonly string[]): string[] {
  return ids.filter(isUuid).map((id) => id.toLowerCase())
}
