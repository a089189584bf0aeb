import type { ResponsePath } from 'graphql'
import type { Execution, FieldSite } from './execution.ts'
import type { ValueWriter } from './writers.ts'

/** What is written at one place of the answer, a field or the items of a list, and whether it may be null there. */
export interface WrittenValue {
  readonly site: FieldSite
  readonly isNonNull: boolean
  readonly write: ValueWriter
}

/** Writes a value that is promised. What fails is null, or makes the parent fail when it may not be. */
export async function writeAwaited(
  { site, isNonNull, write }: WrittenValue,
  execution: Execution,
  path: ResponsePath,
  value: PromiseLike<unknown>,
): Promise<string | null> {
  try {
    const resolved = await value
    if (execution.isOver) throw new Error('The answer is complete.')
    const written = write(execution, path, resolved)
    return written instanceof Promise ? await written : written
  } catch (error) {
    return execution.fail(error, site, path, isNonNull)
  }
}
