import type { ResponsePath } from 'graphql'
import type { Execution } from './execution.ts'
import type { Written } from './jsonText.ts'

/**
 * Writes a value. Its type is known when the query is compiled.
 * @param path the path of the field or list item. Undefined for leaves, which get a path only when they fail
 * @throws an error that makes the field or its nearest nullable parent null
 */
export type ValueWriter = (execution: Execution, path: ResponsePath | undefined, value: unknown) => Written

/**
 * Resolves and writes a field of an object.
 * @param parent the path of the object. Undefined at the root
 * @throws a located error when a non-null field is null
 */
export type FieldWriter = (execution: Execution, parent: ResponsePath | undefined, source: unknown) => Written
