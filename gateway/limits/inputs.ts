import { type DirectiveNode, Kind, type OperationDefinitionNode, type ValueNode, valueFromASTUntyped } from 'graphql'
import { type Condition, type Variables, both } from './amounts.ts'

/** An argument's value: a constant, or a function of the variables. */
export type Input = { readonly known: unknown } | { readonly from: (variables: Variables) => unknown }

/** Reads argument values of one operation. Uses the defaults of the operation's variables. */
export class Inputs {
  readonly #defaults = new Map<string, unknown>()

  constructor(operation: OperationDefinitionNode) {
    for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
      if (defaultValue) this.#defaults.set(variable.name.value, valueFromASTUntyped(defaultValue))
  }

  /**
   * Reads the value of an argument.
   * @param value undefined when the argument is omitted
   */
  read(value: ValueNode | undefined): Input {
    if (value?.kind !== Kind.VARIABLE) return { known: value && this.#literal(value) }
    const name = value.name.value
    const defaultValue = this.#defaults.get(name)
    return { from: (variables) => (Object.hasOwn(variables, name) ? variables[name] : defaultValue) }
  }

  /** The condition set by @skip and @include. */
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

  /** A list literal may contain variables, but only its length is needed. */
  #literal(value: ValueNode): unknown {
    return value.kind === Kind.LIST ? value.values : valueFromASTUntyped(value)
  }
}
