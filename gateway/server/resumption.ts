import {
  type ExecutionResult,
  type FieldNode,
  Kind,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
  getNamedType,
  isObjectType,
} from 'graphql'

/** Not a name that a document can have: names with two underscores are the language's own. */
const eventIdKey = '__eventId'

/** A subscription whose results tell where they stand. */
export interface ResumableOperation {
  readonly args: ValidatedExecutionArgs
  /** Takes the position out of a result; undefined when the result has none. */
  readonly takeEventId: (result: ExecutionResult) => string | undefined
}

/**
 * Makes the events of a subscription resumable, whatever its client selected: it asks each for its `cursor` besides,
 * and begins after the event that the client saw last, just as its argument `after` does. By these two names alone a
 * subscription field of any module is resumable (docs/decisions/0209).
 * @param lastEventId undefined: begins as the client's own arguments say
 * @returns null for what is no such subscription
 */
export function resumable(args: ValidatedExecutionArgs, lastEventId: string | undefined): ResumableOperation | null {
  const { operation, document, schema } = args
  const root = rootFieldOf(operation.selectionSet, args.fragmentDefinitions)
  const field = root && schema.getSubscriptionType()?.getFields()[root.name.value]
  const event = field && getNamedType(field.type)
  const hasCursor = isObjectType(event) && event.getFields()['cursor'] !== undefined
  if (operation.operation !== 'subscription' || !root || !hasCursor) return null

  // Fields of one name are merged: the first one's arguments count, and what is selected by any of them is answered.
  const first: FieldNode = {
    kind: Kind.FIELD,
    name: root.name,
    alias: root.alias,
    arguments: lastEventId === undefined ? root.arguments : argumentsAfter(root, lastEventId),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [aliasedField(eventIdKey, 'cursor')] },
  }
  const selections = [first, ...operation.selectionSet.selections]
  const changed = { ...operation, selectionSet: { ...operation.selectionSet, selections } }
  const definitions = document.definitions.map((definition) => (definition === operation ? changed : definition))
  const responseKey = root.alias?.value ?? root.name.value
  return {
    args: { ...args, operation: changed, document: { ...document, definitions } },
    takeEventId: ({ data }) => takeEventId(data?.[responseKey]),
  }
}

function takeEventId(event: unknown): string | undefined {
  if (typeof event !== 'object' || event === null || !(eventIdKey in event)) return undefined
  const id = event[eventIdKey]
  delete event[eventIdKey]
  return typeof id === 'string' ? id : undefined
}

function argumentsAfter(field: FieldNode, lastEventId: string): FieldNode['arguments'] {
  const others = field.arguments?.filter(({ name }) => name.value !== 'after') ?? []
  const value = { kind: Kind.STRING, value: lastEventId } as const
  return [...others, { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'after' }, value }]
}

function aliasedField(alias: string, name: string): FieldNode {
  return { kind: Kind.FIELD, alias: { kind: Kind.NAME, value: alias }, name: { kind: Kind.NAME, value: name } }
}

/** The one field of a subscription, wherever fragments hide it. */
function rootFieldOf(
  { selections }: SelectionSetNode,
  fragments: ValidatedExecutionArgs['fragmentDefinitions'],
): FieldNode | undefined {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection
    const spread = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection
    const found = spread && rootFieldOf(spread.selectionSet, fragments)
    if (found) return found
  }
  return undefined
}
