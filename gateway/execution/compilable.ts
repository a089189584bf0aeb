import {
  type DocumentNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  isObjectType,
  visit,
} from 'graphql'

/** Maximum number of fields, with fragments expanded, of a compiled operation. Nested fragments grow exponentially. */
const maximumFields = 5_000

/** Whether the writers support the whole schema. They do not support `isTypeOf`. */
export function isCompilableSchema(schema: GraphQLSchema): boolean {
  return Object.values(schema.getTypeMap()).every((type) => !isObjectType(type) || !type.isTypeOf)
}

/** Whether an operation of a valid document can be compiled. If not, the reference executor runs it. */
export function isCompilable(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  if (operation.operation !== 'query' || operation.directives?.length) return false
  let isKnown = true
  visit(document, {
    Field({ name: { value } }) {
      if (value === '__schema' || value === '__type') isKnown = false
    },
    Directive({ name: { value } }) {
      if (value !== GraphQLSkipDirective.name && value !== GraphQLIncludeDirective.name) isKnown = false
    },
    FragmentDefinition({ variableDefinitions }) {
      if (variableDefinitions?.length) isKnown = false
    },
  })
  return isKnown && expandedFields(document, operation) <= maximumFields
}

/** The names of the variables that directives use, which decide what is selected. */
export function selectionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(directive) {
      for (const { value } of directive.arguments ?? []) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names]
}

/** The number of fields of an operation. A fragment's fields count each time it is spread. */
export function expandedFields(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )
  const counted = new Map<string, number>()

  function ofFragment(name: string): number {
    const known = counted.get(name)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    const count = fragment ? ofSelections(fragment.selectionSet) : 0
    counted.set(name, count)
    return count
  }

  function ofSelections({ selections }: SelectionSetNode): number {
    let count = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) count += ofFragment(selection.name.value)
      else
        count +=
          (selection.kind === Kind.FIELD ? 1 : 0) + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0)
    }
    return count
  }

  return ofSelections(operation.selectionSet)
}
