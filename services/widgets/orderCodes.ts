import { z } from 'zod'
import { orProblem } from '../platform/contract.ts'
import type { Problem } from '../platform/problems.ts'

const longestCode = 100
const codePattern = /^[A-Z0-9_-]+$/

/** The code of an order or of an ordered line, in upper case. */
export const orderCode = z.string().max(longestCode).toUpperCase().regex(codePattern, 'not the code of an order')

/** A code in a path. One that no order can have gets the same problem as an unknown one. */
export function codeOr(problem: () => Problem) {
  return orProblem(orderCode, problem)
}
