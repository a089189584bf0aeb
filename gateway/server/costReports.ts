import type { ExecutionResult } from 'graphql'
import type { CostReport } from '../context.ts'
import { isObject } from '../execution/persistedDocuments.ts'

/** The request header by which a client asks for the cost of its operation. */
const costHeader = 'x-graphql-cost'

/**
 * Creates a report if the client asked for the cost: by the header `X-GraphQL-Cost: 1`, or on any transport by
 * `"extensions": { "cost": true }` in its request.
 */
export function costReportFor(
  request: { readonly extensions?: unknown },
  headers?: Readonly<Record<string, unknown>>,
): CostReport | undefined {
  const isWanted =
    headers?.[costHeader] === '1' || (isObject(request.extensions) && request.extensions['cost'] === true)
  return isWanted ? { requested: null } : undefined
}

/** Adds `extensions.cost` to a result if the client asked for it and the cost is known. */
export function withCost<Result extends Pick<ExecutionResult, 'extensions'>>(
  result: Result,
  report: CostReport | undefined,
  maximum: number,
): Result {
  const cost = costOf(report, maximum)
  return cost ? { ...result, extensions: { ...result.extensions, cost } } : result
}

/** The value of `extensions.cost`. Undefined if the client did not ask for it, or the cost is not known. */
export function costOf(
  report: CostReport | undefined,
  maximum: number,
): { readonly requested: number; readonly maximum: number } | undefined {
  return report && report.requested !== null ? { requested: report.requested, maximum } : undefined
}
