import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type ResponsePath,
  type SelectionSetNode,
  type VariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { type Execution, FieldSite, type Operation } from './execution.ts'
import { fieldWriter } from './fieldWriter.ts'
import { leafWriter } from './leafWriter.ts'
import { listWriter } from './listWriter.ts'
import { type ObjectPlan, abstractWriter, objectWriter } from './objectWriter.ts'
import { collectSelections } from './selections.ts'
import type { FieldWriter, ValueWriter } from './writers.ts'

/**
 * Creates the writers of one query. Evaluates @skip and @include while compiling, so a plan is valid only for the
 * values of the variables that it was compiled with.
 */
export class Compiler {
  readonly #operation: Operation
  readonly #variables: VariableValues

  constructor(operation: Operation, variables: VariableValues) {
    this.#operation = operation
    this.#variables = variables
  }

  planOf(type: GraphQLObjectType, selectionSets: readonly SelectionSetNode[]): ObjectPlan {
    const selections = collectSelections(this.#operation, this.#variables, type, selectionSets)
    const fields: ObjectPlan['fields'][number][] = []
    let text = '{'
    let separator = ''
    for (const [key, nodes] of selections) {
      text += `${separator}"${key}":`
      separator = ','
      const name = nodes[0]?.name.value ?? ''
      if (name === '__typename') text += `"${type.name}"`
      else {
        fields.push({ before: text, write: this.#fieldWriter(type, name, key, nodes) })
        text = ''
      }
    }
    return { fields, after: `${text}}` }
  }

  #fieldWriter(type: GraphQLObjectType, name: string, key: string, nodes: readonly FieldNode[]): FieldWriter {
    const definition = this.#operation.schema.getField(type, name)
    // Validation rejects such a document.
    if (!definition) throw new Error(`${type.name} has no field ${name}.`)
    const site = new FieldSite(key, type, definition, nodes)
    return fieldWriter(site, this.#writerOf(definition.type, site))
  }

  #writerOf(type: GraphQLOutputType, site: FieldSite): ValueWriter {
    if (isNonNullType(type)) return nonNullWriter(this.#writerOf(type.ofType, site), site)
    if (isLeafType(type)) return leafWriter(type)
    if (isListType(type)) {
      const item = type.ofType
      return listWriter({ site, isNonNull: isNonNullType(item), write: this.#writerOf(item, site) })
    }
    const selectionSets = site.nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    if (isObjectType(type)) return objectWriter(this.planOf(type, selectionSets))
    return abstractWriter(type, site, (objectType) => this.planOf(objectType, selectionSets))
  }
}

function nonNullWriter(write: ValueWriter, site: FieldSite): ValueWriter {
  return (execution: Execution, path: ResponsePath | undefined, value: unknown) => {
    const written = write(execution, path, value)
    if (written === null) throw new Error(`Cannot return null for non-nullable field ${site.name}.`)
    return written
  }
}
