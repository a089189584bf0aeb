import { GraphQLError, type ResponsePath } from 'graphql'
import type { Execution, FieldSite } from './execution.ts'
import { type Written, abandon, isPromiseLike, joinAwaitedItems, joinItems } from './jsonText.ts'
import type { ValueWriter } from './writers.ts'

/** How the items of a list are written. */
export interface ListItems {
  readonly site: FieldSite
  readonly isNonNull: boolean
  readonly write: ValueWriter
}

/** Writes lists. An item that fails is null, or makes the list fail when it may not be. */
export function listWriter(items: ListItems): ValueWriter {
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
  items: ListItems,
  execution: Execution,
  path: ResponsePath | undefined,
  values: Iterable<unknown>,
): Written {
  const written: Written[] = []
  let isAwaited = false
  try {
    for (const value of values) {
      const item = writeItem(items, execution, { prev: path, key: written.length, typename: undefined }, value)
      if (item instanceof Promise) isAwaited = true
      written.push(item)
    }
  } catch (error) {
    abandon(written)
    throw error
  }
  // Not awaited: no promise is among them.
  return isAwaited ? joinAwaitedItems(written) : joinItems(written as (string | null)[])
}

async function writeAsyncIterable(
  items: ListItems,
  execution: Execution,
  path: ResponsePath | undefined,
  values: AsyncIterable<unknown>,
): Promise<string> {
  const written: Written[] = []
  try {
    for await (const value of values) {
      if (execution.isOver) throw new Error('The answer is complete.')
      written.push(writeItem(items, execution, { prev: path, key: written.length, typename: undefined }, value))
    }
  } catch (error) {
    abandon(written)
    throw error
  }
  return joinAwaitedItems(written)
}

function writeItem(items: ListItems, execution: Execution, path: ResponsePath, value: unknown): Written {
  if (isPromiseLike(value)) return writeAwaitedItem(items, execution, path, value)
  try {
    const written = items.write(execution, path, value)
    if (!(written instanceof Promise)) return written
    return written.then(undefined, (error: unknown) => execution.fail(error, items.site, path, items.isNonNull))
  } catch (error) {
    return execution.fail(error, items.site, path, items.isNonNull)
  }
}

async function writeAwaitedItem(
  items: ListItems,
  execution: Execution,
  path: ResponsePath,
  value: PromiseLike<unknown>,
): Promise<string | null> {
  try {
    const resolved = await value
    if (execution.isOver) throw new Error('The answer is complete.')
    const written = items.write(execution, path, resolved)
    return written instanceof Promise ? await written : written
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
