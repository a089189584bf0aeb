import {
  type ConstDirectiveNode,
  type DocumentNode,
  Kind,
  buildASTSchema,
  findBreakingChanges,
  parse,
  visit,
} from 'graphql'

const roots = new Set(['Query', 'Mutation', 'Subscription'])

/**
 * Lists the breaking changes of a new schema. Fields, arguments, input fields and enum values that were marked
 * `@deprecated` in the announced schema may be removed. Types that nothing uses after that may be removed, too.
 */
export function unannouncedChanges(announced: string, next: string): string[] {
  const promised = buildASTSchema(withoutUnusedTypes(withoutDeprecated(parse(announced))), { assumeValid: true })
  return findBreakingChanges(promised, buildASTSchema(parse(next))).map((change) => change.description)
}

function removeIfDeprecated(node: { directives?: readonly ConstDirectiveNode[] | undefined }): null | undefined {
  return node.directives?.some((directive) => directive.name.value === 'deprecated') ? null : undefined
}

function withoutDeprecated(document: DocumentNode): DocumentNode {
  return visit(document, {
    FieldDefinition: removeIfDeprecated,
    InputValueDefinition: removeIfDeprecated,
    EnumValueDefinition: removeIfDeprecated,
  })
}

function withoutUnusedTypes(document: DocumentNode): DocumentNode {
  const named = new Set(roots)
  visit(document, {
    NamedType: (node) => {
      named.add(node.name.value)
    },
  })
  const definitions = document.definitions.filter((definition) => {
    if (!('name' in definition) || !definition.name || definition.kind === Kind.DIRECTIVE_DEFINITION) return true
    const implementsSome = 'interfaces' in definition && (definition.interfaces?.length ?? 0) > 0
    return implementsSome || named.has(definition.name.value)
  })
  return { ...document, definitions }
}
