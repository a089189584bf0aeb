import {
  BREAK,
  type FieldNode,
  type GraphQLLeafType,
  type ResponsePath,
  defaultFieldResolver,
  getArgumentValues,
  isLeafType,
  isNonNullType,
  visit,
} from 'graphql'
import { writeAwaited } from './awaited.ts'
import { type Execution, type FieldSite, ResolveInfo } from './execution.ts'
import { quickWriter } from './leafWriter.ts'
import { isPromiseLike } from './jsonText.ts'
import type { FieldWriter, ValueWriter } from './writers.ts'

type Reader = (
  execution: Execution,
  parent: ResponsePath | undefined,
  path: ResponsePath | undefined,
  source: unknown,
) => unknown

/** Resolves a field and writes its value. */
export function fieldWriter(site: FieldSite, write: ValueWriter): FieldWriter {
  const { type } = site.definition
  const nullable = isNonNullType(type) ? type.ofType : type
  return isLeafType(nullable) ? leafFieldWriter(site, nullable, write) : otherFieldWriter(site, write)
}

/**
 * Writes a scalar or an enum. To save time, it gets a response path only when it fails, and the property of an object
 * is read here, without a further function: most fields of a response are properties.
 */
function leafFieldWriter(site: FieldSite, type: GraphQLLeafType, write: ValueWriter): FieldWriter {
  const { definition, isNonNull } = site
  const quick = quickWriter(type)
  const read = readerOf(site)
  const property = (definition.resolve ?? defaultFieldResolver) === defaultFieldResolver ? definition.name : undefined
  return (execution, parent, source) => {
    try {
      let value =
        property !== undefined && typeof source === 'object' && source !== null
          ? (source as Record<string, unknown>)[property]
          : read(execution, parent, undefined, source)
      // The default resolver calls methods.
      if (property !== undefined && typeof value === 'function') value = read(execution, parent, undefined, source)
      // The common case.
      const text = quick(value)
      if (text !== undefined) return text
      if ((value === null || value === undefined) && !isNonNull) return null
      if (isPromiseLike(value)) return writeAwaited({ site, isNonNull, write }, execution, site.pathIn(parent), value)
      return write(execution, undefined, value)
    } catch (error) {
      return execution.fail(error, site, site.pathIn(parent), isNonNull)
    }
  }
}

/** Writes an object or a list. */
function otherFieldWriter(site: FieldSite, write: ValueWriter): FieldWriter {
  const { isNonNull } = site
  const read = readerOf(site)
  return (execution, parent, source) => {
    const path = site.pathIn(parent)
    try {
      const value = read(execution, parent, path, source)
      if ((value === null || value === undefined) && !isNonNull) return null
      if (isPromiseLike(value)) return writeAwaited({ site, isNonNull, write }, execution, path, value)
      const written = write(execution, path, value)
      if (!(written instanceof Promise)) return written
      return written.then(undefined, (error: unknown) => execution.fail(error, site, path, isNonNull))
    } catch (error) {
      return execution.fail(error, site, path, isNonNull)
    }
  }
}

function readerOf(site: FieldSite): Reader {
  const { resolve = defaultFieldResolver, name } = site.definition
  const argumentsOf = constantArguments(site) ?? ((execution: Execution) => execution.argumentsOf(site))
  const call: Reader = (execution, parent, path, source) =>
    resolve(source, argumentsOf(execution), execution.context, new ResolveInfo(execution, site, parent, path))
  if (resolve !== defaultFieldResolver) return call
  return (execution, parent, path, source) => {
    if (typeof source !== 'object' || source === null) return call(execution, parent, path, source)
    // The default resolver reads the property that has the field's name.
    const value = (source as Record<string, unknown>)[name]
    return typeof value === 'function' ? call(execution, parent, path, source) : value
  }
}

/** The arguments if they are the same in every execution. Undefined if they contain variables or invalid values. */
function constantArguments({ definition, nodes: [node] }: FieldSite): (() => Record<string, unknown>) | undefined {
  if (!node || hasVariables(node)) return undefined
  try {
    const values = Object.freeze(getArgumentValues(definition, node))
    return () => values
  } catch {
    return undefined
  }
}

function hasVariables(field: FieldNode): boolean {
  let found = false
  const Variable = () => {
    found = true
    return BREAK
  }
  for (const argument of field.arguments ?? []) visit(argument, { Variable })
  return found
}
