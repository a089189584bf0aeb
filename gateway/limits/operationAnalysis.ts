import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  isAbstractType,
} from 'graphql'
import { badInput } from '../errors/codes.ts'
import { type Amount, type Condition, amountIf, atMost, both, either, largest, product, sum } from './amounts.ts'
import type { FieldCost } from './mostExpensiveField.ts'
import { Inputs } from './inputs.ts'
import { type ListLengths, isMeasured } from './measuredLists.ts'
import { type SizeCheck, sizeChecks, sizeOf } from './sizes.ts'
import type { FieldWeight, Weights } from './weights.ts'

/** The cost of an operation, as a function of its variables. */
export interface OperationAnalysis {
  readonly cost: Amount
  readonly checks: readonly SizeCheck[]
  /** Set when the operation is too large to analyse. */
  readonly error: GraphQLError | undefined
  /** Whether the cost depends on lists whose length the gateway can find out. */
  readonly isMeasurable: boolean
}

/** Further inputs of the analysis, for an operation that costs too much. */
export interface AnalysisDetails {
  /** The known lengths of lists. */
  readonly lengths?: ListLengths | undefined
  /** Called with the cost of each field. */
  readonly record?: (cost: FieldCost) => void
}

/** A selection set, and the condition under which it is selected. */
interface Selected {
  readonly set: SelectionSetNode
  readonly condition: Condition
}

interface Fragment {
  readonly on: string | undefined
  readonly set: SelectionSetNode
}

/** All selections of one response name. Execution merges them, so they cost once. */
interface MergedField {
  readonly node: FieldNode
  condition: Condition
  readonly selected: Selected[]
}

/** Maximum number of analysed fields, counted once per possible type. Our largest page needs about 200. */
const maximumSteps = 20_000

/**
 * Computes the cost of an operation. Merged fields count once. For an abstract type, the most expensive of its
 * possible types counts.
 */
export function analyse(
  schema: GraphQLSchema,
  weights: Weights,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  details: AnalysisDetails = {},
): OperationAnalysis {
  const analyser = new Analyser(schema, weights, document, operation, details)
  const root = schema.getRootType(operation.operation)
  const cost = root ? analyser.costOf(root, [{ set: operation.selectionSet, condition: true }], '', undefined) : 0
  const error = analyser.isExhausted
    ? badInput(`The operation has more than ${maximumSteps} combinations of fields and types.`)
    : undefined
  return { cost, checks: [...analyser.checks.values()].flat(), error, isMeasurable: analyser.isMeasurable }
}

class Analyser {
  readonly #schema: GraphQLSchema
  readonly #weights: Weights
  readonly #inputs: Inputs
  readonly #fragments: ReadonlyMap<string, Fragment>
  readonly #details: AnalysisDetails
  #steps = 0
  isMeasurable = false
  /**
   * The size checks by response path, so that a field is checked once even if its parent has several possible types.
   */
  readonly checks = new Map<string, SizeCheck[]>()

  constructor(
    schema: GraphQLSchema,
    weights: Weights,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    details: AnalysisDetails,
  ) {
    this.#details = details
    this.#schema = schema
    this.#weights = weights
    this.#inputs = new Inputs(operation)
    this.#fragments = new Map(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map(({ name, typeCondition, selectionSet }) => [
          name.value,
          { on: typeCondition.name.value, set: selectionSet },
        ]),
    )
  }

  get isExhausted(): boolean {
    return this.#steps > maximumSteps
  }

  /**
   * Computes the cost of the selections on a type.
   * @param edges the length of `edges` if `type` is a connection, else undefined
   */
  costOf(type: GraphQLCompositeType, selected: readonly Selected[], path: string, edges: Amount | undefined): Amount {
    const types = isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [type]
    return largest(types.map((possible) => this.#costOfObject(possible, selected, path, edges)))
  }

  #costOfObject(type: GraphQLObjectType, selected: readonly Selected[], path: string, edges: Amount | undefined) {
    const fields = new Map<string, MergedField>()
    for (const one of selected) this.#collect(type, one, fields)
    return sum(
      [...fields].map(([name, field]) => this.#costOfField(type, field, path ? `${path}.${name}` : name, edges)),
    )
  }

  #costOfField(type: GraphQLObjectType, field: MergedField, path: string, edges: Amount | undefined): Amount {
    this.#steps += 1
    const weight = this.#weights.of(type, field.node.name.value)
    if (!weight || this.isExhausted) return 0
    this.#check(field, weight, path)
    if (!weight.returned) return amountIf(field.condition, weight.weight)
    const size = this.#sizeOf(type, field.node, weight)
    const isConnection = weight.counts.length > 0 && !weight.isList
    const one = sum([1, this.costOf(weight.returned, field.selected, path, isConnection ? size : undefined)])
    const length = weight.isList ? lengthOf(weight, size, edges) : 1
    const total = amountIf(field.condition, sum([weight.weight, product(length, one)]))
    const listSize = isConnection || (weight.isList && edges === undefined) ? size : undefined
    this.#details.record?.({ path, length, listSize, total })
    return total
  }

  #sizeOf(type: GraphQLObjectType, node: FieldNode, weight: FieldWeight): Amount {
    const size = sizeOf(node, weight, this.#inputs)
    const field = `${type.name}.${node.name.value}`
    if (!isMeasured(field)) return size
    this.isMeasurable = true
    const known = this.#details.lengths?.get(field)
    if (known === undefined) return size
    // Without an argument that limits the list, `size` is only an assumption.
    return weight.counts.length + weight.lists.length > 0 ? atMost(known, size) : known
  }

  #check(field: MergedField, weight: FieldWeight, path: string): void {
    if (weight.counts.length + weight.lists.length === 0 || this.checks.has(path)) return
    this.checks.set(path, sizeChecks(field.node, weight, this.#inputs, path))
  }

  /** Collects the fields of an object as an executor does. */
  #collect(type: GraphQLObjectType, { set, condition }: Selected, fields: Map<string, MergedField>): void {
    for (const selection of set.selections) {
      const here = both(condition, this.#inputs.condition(selection.directives))
      if (here === false) continue
      if (selection.kind === Kind.FIELD) merge(fields, selection, here)
      else this.#collectFragment(type, this.#fragmentOf(selection), here, fields)
    }
  }

  #collectFragment(
    type: GraphQLObjectType,
    fragment: Fragment | undefined,
    condition: Condition,
    fields: Map<string, MergedField>,
  ): void {
    if (fragment && this.#applies(type, fragment.on)) this.#collect(type, { set: fragment.set, condition }, fields)
  }

  #fragmentOf(selection: FragmentSpreadNode | InlineFragmentNode): Fragment | undefined {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#fragments.get(selection.name.value)
    return { on: selection.typeCondition?.name.value, set: selection.selectionSet }
  }

  #applies(type: GraphQLObjectType, on: string | undefined): boolean {
    if (on === undefined || on === type.name) return true
    const condition = this.#schema.getType(on)
    return isAbstractType(condition) && this.#schema.isSubType(condition, type)
  }
}

function merge(fields: Map<string, MergedField>, node: FieldNode, condition: Condition): void {
  const name = (node.alias ?? node.name).value
  const known = fields.get(name)
  const field = known ?? { node, condition, selected: [] }
  if (known) known.condition = either(known.condition, condition)
  else fields.set(name, field)
  if (node.selectionSet) field.selected.push({ set: node.selectionSet, condition })
}

/** The length of a list. A list without its own length has the length of the connection it belongs to. */
function lengthOf(weight: FieldWeight, size: Amount, edges: Amount | undefined): Amount {
  const hasOwn = weight.assumedSize !== undefined || weight.counts.length + weight.lists.length > 0
  return hasOwn ? size : (edges ?? size)
}
