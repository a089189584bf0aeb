import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The size of a document's largest operation, with all fragments expanded. */
export interface DocumentMeasure {
  readonly depth: number
  readonly fields: number
  readonly aliases: number
  readonly rootFields: number
  /** The largest number of directives in one place. */
  readonly directives: number
}

const nothing: DocumentMeasure = { depth: 0, fields: 0, aliases: 0, rootFields: 0, directives: 0 }

/** Measures a document. Runs in linear time: each fragment is measured once, even if it is spread several times. */
export function measureDocument(document: DocumentNode): DocumentMeasure {
  const measurer = new Measurer(document)
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => measurer.ofOperation(operation))
    .reduce(maximumOf, nothing)
}

class Measurer {
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>
  readonly #measured = new Map<string, DocumentMeasure>()

  constructor(document: DocumentNode) {
    this.#fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map(({ name, selectionSet }) => [name.value, selectionSet]),
    )
  }

  ofOperation({ selectionSet, directives }: OperationDefinitionNode): DocumentMeasure {
    return withDirectives(this.#ofSelections(selectionSet), directives)
  }

  #ofSelections({ selections }: SelectionSetNode): DocumentMeasure {
    return selections.map((selection) => this.#ofSelection(selection)).reduce(combine, nothing)
  }

  #ofSelection(selection: SelectionNode): DocumentMeasure {
    if (selection.kind === Kind.FIELD) return withDirectives(this.#ofField(selection), selection.directives)
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? this.#ofSelections(selection.selectionSet)
        : this.#ofFragment(selection.name.value)
    return withDirectives(inner, selection.directives)
  }

  #ofField({ alias, selectionSet }: FieldNode): DocumentMeasure {
    const { depth, fields, aliases, directives } = selectionSet ? this.#ofSelections(selectionSet) : nothing
    return { depth: depth + 1, fields: fields + 1, aliases: aliases + (alias ? 1 : 0), rootFields: 1, directives }
  }

  #ofFragment(name: string): DocumentMeasure {
    const known = this.#measured.get(name)
    if (known) return known
    // Stops the recursion in cyclic fragments, which validation rejects later.
    this.#measured.set(name, nothing)
    const fragment = this.#fragments.get(name)
    const measure = fragment ? this.#ofSelections(fragment) : nothing
    this.#measured.set(name, measure)
    return measure
  }
}

function withDirectives(measure: DocumentMeasure, directives: readonly unknown[] = []): DocumentMeasure {
  return { ...measure, directives: Math.max(measure.directives, directives.length) }
}

/** Combines the measures of sibling selections. */
function combine(one: DocumentMeasure, other: DocumentMeasure): DocumentMeasure {
  return {
    depth: Math.max(one.depth, other.depth),
    fields: one.fields + other.fields,
    aliases: one.aliases + other.aliases,
    rootFields: one.rootFields + other.rootFields,
    directives: Math.max(one.directives, other.directives),
  }
}

/** The larger of each figure of two operations, because a request runs only one of them. */
function maximumOf(one: DocumentMeasure, other: DocumentMeasure): DocumentMeasure {
  return {
    depth: Math.max(one.depth, other.depth),
    fields: Math.max(one.fields, other.fields),
    aliases: Math.max(one.aliases, other.aliases),
    rootFields: Math.max(one.rootFields, other.rootFields),
    directives: Math.max(one.directives, other.directives),
  }
}
