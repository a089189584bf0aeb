import type { ResponsePath } from 'graphql'
import type { Execution } from './execution.ts'
import type { Written } from './jsonText.ts'

/**
 * Writes a value of a type that is known when the query is compiled.
 * @param path the field's or list item's place; undefined for leaves, whose place is only made up when they fail
 * @throws what makes the field, or the nearest parent that may be null, null
 */
export type ValueWriter = (execution: Execution, path: ResponsePath | undefined, value: unknown) => Written

/**
 * Resolves and writes a field of an object.
 * @param parent the object's place; undefined at the root
 * @throws a located error when the field may not be null, but is
 */
export type FieldWriter = (execution: Execution, parent: ResponsePath | undefined, source: unknown) => Written
