import {
  type ASTVisitFn,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  visit,
} from 'graphql'

/** A part of a type that can be deprecated: a field, an argument, an input field or an enum value. */
export type SchemaPart = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode

/**
 * Calls back with each part of a schema and its name, such as `Album.name`, or `Album.photos.first` for an argument.
 * @returns the schema without the parts for which the callback returned null
 */
export function visitParts(
  schema: DocumentNode,
  change: (part: SchemaPart, name: string) => null | undefined,
): DocumentNode {
  const enter: ASTVisitFn<SchemaPart> = (part, _key, _parent, _path, ancestors) => {
    const owners = ancestors.flatMap((ancestor) => ('name' in ancestor && ancestor.name ? [ancestor.name.value] : []))
    return change(part, [...owners, part.name.value].join('.'))
  }
  return visit(schema, { FieldDefinition: enter, InputValueDefinition: enter, EnumValueDefinition: enter })
}

/** The names of all deprecated parts of a schema, each with its reason. Null: there is no reason. */
export function deprecatedParts(schema: DocumentNode): Map<string, string | null> {
  const found = new Map<string, string | null>()
  visitParts(schema, (part, name) => {
    const directive = part.directives?.find((one) => one.name.value === 'deprecated')
    if (!directive) return undefined
    const reason = directive.arguments?.find((argument) => argument.name.value === 'reason')?.value
    found.set(name, reason?.kind === Kind.STRING ? reason.value : null)
    return undefined
  })
  return found
}
