import type { ResponsePath } from 'graphql'
import type { Execution, FieldSite } from './execution.ts'
import type { ValueWriter } from './writers.ts'

/** How to write the value at one place of the response: a field, or an item of a list. */
export interface WrittenValue {
  readonly site: FieldSite
  readonly isNonNull: boolean
  readonly write: ValueWriter
}

/** Awaits a value and writes it. On failure writes null, or throws if the place is non-null. */
export async function writeAwaited(
  { site, isNonNull, write }: WrittenValue,
  execution: Execution,
  path: ResponsePath,
  value: PromiseLike<unknown>,
): Promise<string | null> {
  try {
    const resolved = await value
    if (execution.isOver) throw new Error('The response is already complete.')
    const written = write(execution, path, resolved)
    return written instanceof Promise ? await written : written
  } catch (error) {
    return execution.fail(error, site, path, isNonNull)
  }
}
