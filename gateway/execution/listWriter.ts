import { GraphQLError, type ResponsePath } from 'graphql'
import { type WrittenValue, writeAwaited } from './awaited.ts'
import type { Execution } from './execution.ts'
import { type Written, ignoreRejections, isPromiseLike, joinAwaitedItems, joinItems } from './jsonText.ts'
import type { ValueWriter } from './writers.ts'

/** Writes lists. An item that fails becomes null, or makes the list fail if items are non-null. */
export function listWriter(items: WrittenValue): ValueWriter {
  return (execution, path, value) => {
    if (value instanceof Error) throw value
    if (value === null || value === undefined) return null
    if (isAsyncIterable(value)) return writeAsyncIterable(items, execution, path, value)
    if (!isIterable(value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${items.site.name}".`)
    return writeIterable(items, execution, path, value)
  }
}

function writeIterable(
  items: WrittenValue,
  execution: Execution,
  path: ResponsePath | undefined,
  values: Iterable<unknown>,
): Written {
  const written: Written[] = []
  let isAwaited = false
  const iterator = values[Symbol.iterator]()
  try {
    for (let step = iterator.next(); !step.done; step = iterator.next()) {
      const place = { prev: path, key: written.length, typename: undefined }
      const item = writeItem(items, execution, place, step.value)
      if (item instanceof Promise) isAwaited = true
      written.push(item)
    }
  } catch (error) {
    ignoreRejections(written)
    ignoreRemaining(iterator)
    throw error
  }
  return isAwaited ? joinAwaitedItems(written) : joinItems(written)
}

/** The list has failed. Prevents unhandled rejections of its remaining items. */
function ignoreRemaining(iterator: Iterator<unknown>): void {
  try {
    for (let step = iterator.next(); !step.done; step = iterator.next()) ignoreRejections([step.value])
  } catch {
    // The list has already failed with another error.
  }
}

async function writeAsyncIterable(
  items: WrittenValue,
  execution: Execution,
  path: ResponsePath | undefined,
  values: AsyncIterable<unknown>,
): Promise<string> {
  const written: Written[] = []
  const iterator = values[Symbol.asyncIterator]()
  try {
    for (let step = await iterator.next(); !step.done; step = await iterator.next()) {
      if (execution.isOver) throw new Error('The response is already complete.')
      const place = { prev: path, key: written.length, typename: undefined }
      written.push(writeItem(items, execution, place, step.value))
    }
  } catch (error) {
    ignoreRejections([...written, iterator.return?.()])
    throw error
  }
  return written.some((item) => item instanceof Promise) ? joinAwaitedItems(written) : joinItems(written)
}

function writeItem(items: WrittenValue, execution: Execution, path: ResponsePath, value: unknown): Written {
  if (isPromiseLike(value)) return writeAwaited(items, execution, path, value)
  try {
    const written = items.write(execution, path, value)
    if (!(written instanceof Promise)) return written
    return written.then(undefined, (error: unknown) => execution.fail(error, items.site, path, items.isNonNull))
  } catch (error) {
    return execution.fail(error, items.site, path, items.isNonNull)
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
