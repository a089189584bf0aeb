import { type DirectiveNode, Kind, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped } from 'graphql'
import { type Condition, type Variables, both } from './amounts.ts'

/** A value of a document: known, or found among the variables. */
export type Input = { readonly known: unknown } | { readonly from: (variables: Variables) => unknown }

/** Reads values of one operation, with the defaults of its variables. */
export class Inputs {
  readonly #defaults = new Map<string, unknown>()

  constructor(operation: OperationDefinitionNode) {
    for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
      if (defaultValue) this.#defaults.set(variable.name.value, valueFromASTUntyped(defaultValue))
  }

  /** @param value undefined: it is not given */
  read(value: ValueNode | undefined): Input {
    if (value?.kind !== Kind.VARIABLE) return { known: value && this.#literal(value) }
    const name = value.name.value
    const otherwise = this.#defaults.get(name)
    return { from: (variables) => (Object.hasOwn(variables, name) ? variables[name] : otherwise) }
  }

  /** By @skip and @include. */
  condition(directives: readonly DirectiveNode[] | undefined): Condition {
    let condition: Condition = true
    for (const { name, arguments: given } of directives ?? []) {
      if (name.value !== 'skip' && name.value !== 'include') continue
      const wanted = name.value === 'include'
      const input = this.read(given?.find((argument) => argument.name.value === 'if')?.value)
      const met: Condition = 'known' in input ? input.known === wanted : (variables) => input.from(variables) === wanted
      condition = both(condition, met)
    }
    return condition
  }

  /** A list with variables in it keeps its length, which is all that is wanted of it. */
  #literal(value: ValueNode): unknown {
    return value.kind === Kind.LIST ? value.values : valueFromASTUntyped(value)
  }
}
