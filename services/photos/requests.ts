import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import type { ZodType } from 'zod'

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
