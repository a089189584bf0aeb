import type { FieldNode, GraphQLError } from 'graphql'
import { badInput } from '../errors/codes.ts'
import { maximumPage } from '../relay/connection.ts'
import { type Amount, type Variables, largest } from './amounts.ts'
import type { Input, Inputs } from './inputs.ts'
import type { FieldWeight } from './weights.ts'

/** Checks an argument that limits a list. Returns undefined when it is valid. */
export type SizeCheck = (variables: Variables) => GraphQLError | undefined

/** Assumed length of a list without arguments and without `@listSize`. */
const defaultSize = 10
/** Maximum number of ids in one argument. */
const maximumIds = 100

/** The length of the list that a field returns, or of the `edges` below it. */
export function sizeOf(node: FieldNode, weight: FieldWeight, inputs: Inputs): Amount {
  const usual = weight.assumedSize ?? defaultSize
  const given = [
    ...weight.counts.map((name) => amountOf(argument(node, name, inputs), (value) => numberOf(value) ?? usual)),
    ...weight.lists.map((name) => amountOf(argument(node, name, inputs), (value) => lengthOf(value) ?? usual)),
  ]
  return given.length > 0 ? largest(given) : usual
}

/**
 * The checks that a field's arguments must pass regardless of its cost.
 * @param path response path of the field, for error messages
 */
export function sizeChecks(node: FieldNode, weight: FieldWeight, inputs: Inputs, path: string): SizeCheck[] {
  return [
    ...weight.counts.map((name) => checkOf(argument(node, name, inputs), (value) => wrongCount(name, path, value))),
    ...weight.lists.map((name) => checkOf(argument(node, name, inputs), (value) => wrongList(name, path, value))),
  ]
}

function argument(node: FieldNode, name: string, inputs: Inputs): Input {
  return inputs.read(node.arguments?.find((given) => given.name.value === name)?.value)
}

function amountOf(input: Input, read: (value: unknown) => number): Amount {
  return 'known' in input ? read(input.known) : (variables) => read(input.from(variables))
}

function checkOf(input: Input, wrong: (value: unknown) => GraphQLError | undefined): SizeCheck {
  if (!('known' in input)) return (variables) => wrong(input.from(variables))
  const error = wrong(input.known)
  return () => error
}

/** Returns undefined for values of other types, which validation rejects. */
function numberOf(value: unknown): number | undefined {
  // A negative length would reduce the total cost.
  return typeof value === 'number' ? Math.max(0, value) : undefined
}

function lengthOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined
  return Array.isArray(value) ? value.length : 1
}

function wrongCount(name: string, path: string, value: unknown): GraphQLError | undefined {
  if (typeof value !== 'number' || (value >= 1 && value <= maximumPage)) return undefined
  return badInput(`"${name}" of ${path} is ${value}; it must be from 1 to ${maximumPage}.`)
}

function wrongList(name: string, path: string, value: unknown): GraphQLError | undefined {
  const length = lengthOf(value) ?? 0
  if (length <= maximumIds) return undefined
  return badInput(`"${name}" of ${path} names ${length} objects; it may name ${maximumIds} at most.`)
}
