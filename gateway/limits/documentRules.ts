import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

/** Tokens of a document. Our own pages need about 300 tokens and 9 levels, GraphiQL's introspection about 350 and 17. */
export const maximumTokens = 2_000
const maximumDepth = 20

/** What documents must keep to beyond the language's own rules. */
export function documentRules(options: { introspection: boolean }): ValidationRule[] {
  return options.introspection ? [depthRule] : [depthRule, NoSchemaIntrospectionCustomRule]
}

function depthRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      const depth = depthOf(document)
      if (depth <= maximumDepth) return
      const message = `The document is ${depth} levels deep; it may be ${maximumDepth} at most.`
      context.reportError(new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } }))
    },
  }
}

/** Levels of fields of the deepest operation. Fragments count where they are spread, each measured once. */
function depthOf(document: DocumentNode): number {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((definition) => [definition.name.value, definition]),
  )
  const measured = new Map<string, number>()

  function ofFragment(name: string): number {
    const known = measured.get(name)
    if (known !== undefined) return known
    // A fragment that spreads itself is refused by another rule; here it must only end.
    measured.set(name, 0)
    const fragment = fragments.get(name)
    const depth = fragment ? ofSelections(fragment.selectionSet) : 0
    measured.set(name, depth)
    return depth
  }

  function ofSelections({ selections }: SelectionSetNode): number {
    const depths = selections.map((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value)
      if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelections(selection.selectionSet)
      return 1 + (selection.selectionSet ? ofSelections(selection.selectionSet) : 0)
    })
    return Math.max(0, ...depths)
  }

  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  return Math.max(0, ...operations.map((operation) => ofSelections(operation.selectionSet)))
}
