import { z } from 'zod'
import { orProblem } from '../platform/contract.ts'
import type { Problem } from '../platform/problems.ts'

const longestCode = 100
const codePattern = /^[A-Z0-9_-]+$/

/** The code of an order or of an ordered line, in upper case. */
export const orderCode = z.string().max(longestCode).toUpperCase().regex(codePattern, 'not the code of an order')

/** Whether an order can have this code, in upper case. Other texts are not sent to the database. */
export function isOrderCode(text: string): boolean {
  return text.length <= longestCode && codePattern.test(text)
}

/** A code in a path. A code that no order can have gets the same problem as an unknown code. */
export function codeOr(problem: () => Problem) {
  return orProblem(orderCode, problem)
}
