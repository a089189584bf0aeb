import {
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  type ResponsePath,
  isObjectType,
} from 'graphql'
import { type Execution, type FieldSite, ResolveInfo } from './execution.ts'
import { type Written, ignoreRejections, isPromiseLike, joinAwaitedFields } from './jsonText.ts'
import type { FieldWriter, ValueWriter } from './writers.ts'

/** How to write the objects of one type at one place of the response. */
export interface ObjectPlan {
  /** `before` is the constant text before a field's value: a brace or comma, constant fields, and the field's name. */
  readonly fields: readonly { readonly before: string; readonly write: FieldWriter }[]
  /** The constant text after the last value. */
  readonly after: string
}

/** Writes an object. @throws a located error when a non-null field is null */
export function writeObject(
  plan: ObjectPlan,
  execution: Execution,
  path: ResponsePath | undefined,
  source: unknown,
): Written {
  let text = ''
  let texts: string[] | undefined
  let values: Promise<string | null>[] | undefined
  try {
    for (const { before, write } of plan.fields) {
      const value = write(execution, path, source)
      if (value instanceof Promise) {
        texts ??= []
        values ??= []
        texts.push(text + before)
        values.push(value)
        text = ''
      } else text += before + value
    }
  } catch (error) {
    ignoreRejections(values)
    throw error
  }
  if (!texts || !values) return text + plan.after
  return joinAwaitedFields(texts, values, text + plan.after)
}

/** Writes objects of a concrete type. */
export function objectWriter(plan: ObjectPlan): ValueWriter {
  return (execution, path, value) => {
    if (value instanceof Error) throw value
    if (value === null || value === undefined) return null
    return writeObject(plan, execution, path, value)
  }
}

/** Writes objects of an interface or union. Compiles the plan of a concrete type when that type first occurs. */
export function abstractWriter(
  type: GraphQLAbstractType,
  site: FieldSite,
  planOf: (type: GraphQLObjectType) => ObjectPlan,
): ValueWriter {
  const plans = new Map<string, ObjectPlan>()
  const writeAs = (name: unknown, execution: Execution, path: ResponsePath | undefined, value: unknown) => {
    const known = typeof name === 'string' ? plans.get(name) : undefined
    if (known) return writeObject(known, execution, path, value)
    const objectType = objectTypeOf(name, type, site, execution.operation.schema)
    const plan = planOf(objectType)
    plans.set(objectType.name, plan)
    return writeObject(plan, execution, path, value)
  }
  return (execution, path, value) => {
    if (value instanceof Error) throw value
    if (value === null || value === undefined) return null
    const name = type.resolveType
      ? type.resolveType(value, execution.context, new ResolveInfo(execution, site, path?.prev, path), type)
      : typenameOf(value)
    if (!isPromiseLike(name)) return writeAs(name, execution, path, value)
    return Promise.resolve(name).then((resolved: unknown) => {
      if (execution.isOver) throw new Error('The response is already complete.')
      return writeAs(resolved, execution, path, value)
    })
  }
}

function typenameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('__typename' in value)) return undefined
  return typeof value.__typename === 'string' ? value.__typename : undefined
}

/** Throws the same error messages as the reference executor. */
function objectTypeOf(
  name: unknown,
  type: GraphQLAbstractType,
  site: FieldSite,
  schema: GraphQLSchema,
): GraphQLObjectType {
  const { nodes } = site
  if (typeof name !== 'string')
    throw new GraphQLError(
      `Abstract type "${type.name}" must resolve to an Object type at runtime for field "${site.name}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    )
  const found = schema.getType(name)
  if (found === undefined)
    throw new GraphQLError(
      `Abstract type "${type.name}" was resolved to a type "${name}" that does not exist inside the schema.`,
      { nodes },
    )
  if (!isObjectType(found))
    throw new GraphQLError(`Abstract type "${type.name}" was resolved to a non-object type "${name}".`, { nodes })
  if (!schema.isSubType(type, found))
    throw new GraphQLError(`Runtime Object type "${found.name}" is not a possible type for "${type.name}".`, { nodes })
  return found
}
