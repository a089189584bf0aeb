import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type SelectionSetNode,
  specifiedRules,
  type ValidationRule,
  visit,
} from 'graphql'

/** Maximum size of a request in bytes. */
export const maximumBytes = 16 * 1024
/**
 * Maximum number of tokens in a document. It is limited because validating a document takes longer than executing it.
 */
export const maximumTokens = 1_000
/** Maximum depth of nested fields. The schema has four levels. */
const maximumDepth = 6
const maximumAliases = 20

/**
 * The rules by which documents are validated.
 * @param introspection true if clients may read the schema
 */
export function validationRules(introspection: boolean): readonly ValidationRule[] {
  return introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
}

/** Checks the limits of a document before it is validated. Undefined: the document is within the limits. */
export function exceededLimit(document: DocumentNode): GraphQLError | undefined {
  const aliases = aliasesOf(document)
  if (aliases > maximumAliases) return new GraphQLError(`At most ${maximumAliases} aliases are allowed.`)
  if (depthOf(document) > maximumDepth) return new GraphQLError(`Fields may be nested ${maximumDepth} levels deep.`)
  return undefined
}

function aliasesOf(document: DocumentNode): number {
  let count = 0
  visit(document, {
    Field(field) {
      if (field.alias) count += 1
    },
  })
  return count
}

/**
 * The depth of nested fields, including the fields of fragments. Introspection is not counted: its standard query is
 * deep, and other rules limit it.
 */
function depthOf(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  // Each fragment is measured once. A fragment that is being measured counts 0, so that cycles end.
  const measured = new Map<string, number>()
  const depth = (set: SelectionSetNode): number =>
    Math.max(
      ...set.selections.map((selection) => {
        if (selection.kind === Kind.FIELD) {
          if (selection.name.value.startsWith('__')) return 0
          return 1 + (selection.selectionSet ? depth(selection.selectionSet) : 0)
        }
        if (selection.kind === Kind.INLINE_FRAGMENT) return depth(selection.selectionSet)
        const name = selection.name.value
        const known = measured.get(name)
        const fragment = fragments.get(name)
        if (known !== undefined || !fragment) return known ?? 0
        measured.set(name, 0)
        const found = depth(fragment.selectionSet)
        measured.set(name, found)
        return found
      }),
    )
  return Math.max(
    ...document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? depth(definition.selectionSet) : 0,
    ),
  )
}
