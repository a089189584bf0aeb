import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  Kind,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
  getNamedType,
  isObjectType,
  visit,
} from 'graphql'

/** A subscription whose results contain their cursor. */
export interface ResumableOperation {
  readonly args: ValidatedExecutionArgs
  /** Removes the cursor from a result and returns it. Undefined when the result has none. */
  readonly takeEventId: (result: ExecutionResult) => string | undefined
}

/**
 * Makes the events of a subscription resumable, whatever its client selected. Adds `cursor` to the selection, and sets
 * the argument `after` to the last event that the client saw. This works for each subscription field
 * that has an argument `after`, and whose event type has a field `cursor` (docs/decisions/0209).
 * @param lastEventId undefined to start with the client's own arguments
 * @returns null for operations that are not resumable subscriptions
 */
export function makeResumable(
  args: ValidatedExecutionArgs,
  lastEventId: string | undefined,
): ResumableOperation | null {
  const { operation, document, schema } = args
  const root = rootFieldOf(operation.selectionSet, args.fragmentDefinitions)
  const field = root && schema.getSubscriptionType()?.getFields()[root.name.value]
  const event = field && getNamedType(field.type)
  const hasCursor = isObjectType(event) && event.getFields()['cursor'] !== undefined
  if (operation.operation !== 'subscription' || !root || !hasCursor) return null

  const eventIdKey = unusedKeyOf(document)
  // Execution merges fields of the same name: it uses the first one's arguments, and the selections of all of them.
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
    takeEventId: ({ data }) => takeEventId(data?.[responseKey], eventIdKey),
  }
}

/**
 * The response key of the event id: a key that the operation does not use otherwise. No field can have such a
 * name, but a client may use it as an alias.
 */
function unusedKeyOf(document: DocumentNode): string {
  const aliases = new Set<string>()
  visit(document, { Field: ({ alias }) => void (alias && aliases.add(alias.value)) })
  let key = '__eventId'
  while (aliases.has(key)) key += '_'
  return key
}

function takeEventId(event: unknown, key: string): string | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  const id: unknown = Reflect.get(event, key)
  Reflect.deleteProperty(event, key)
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

/** Finds the single root field of a subscription, even inside fragments. */
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
