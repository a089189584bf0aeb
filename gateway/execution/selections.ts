import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
  getDirectiveValues,
  isAbstractType,
} from 'graphql'
import type { Operation } from './execution.ts'

/** Fields by their response name, in response order. */
export type Selections = ReadonlyMap<string, FieldNode[]>

/**
 * Collects the selected fields of an object, as the GraphQL specification's CollectFields does.
 * @param variables must contain the variables used by @skip and @include
 */
export function collectSelections(
  operation: Operation,
  variables: VariableValues,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): Selections {
  const fields = new Map<string, FieldNode[]>()
  const visited = new Set<string>()

  function visit({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (!isIncluded(selection, variables)) continue
      if (selection.kind === Kind.FIELD) add(selection)
      else if (selection.kind === Kind.INLINE_FRAGMENT) visitFragment(selection)
      else {
        const fragment = operation.fragments[selection.name.value]
        if (!fragment || visited.has(selection.name.value)) continue
        visited.add(selection.name.value)
        visitFragment(fragment)
      }
    }
  }

  function visitFragment(fragment: {
    readonly typeCondition?: NamedTypeNode | undefined
    readonly selectionSet: SelectionSetNode
  }): void {
    if (isOfType(fragment.typeCondition)) visit(fragment.selectionSet)
  }

  function isOfType(condition: NamedTypeNode | undefined): boolean {
    if (!condition) return true
    const wanted = operation.schema.getType(condition.name.value)
    return wanted === type || (isAbstractType(wanted) && operation.schema.isSubType(wanted, type))
  }

  function add(field: FieldNode): void {
    const key = field.alias?.value ?? field.name.value
    const nodes = fields.get(key)
    if (nodes) nodes.push(field)
    else fields.set(key, [field])
  }

  for (const selectionSet of selectionSets) visit(selectionSet)
  return fields
}

function isIncluded(node: SelectionNode, variables: VariableValues): boolean {
  if (!node.directives?.length) return true
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false
}
