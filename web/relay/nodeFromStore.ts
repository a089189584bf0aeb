import { type MissingFieldHandler, ROOT_TYPE } from 'relay-runtime'

/**
 * Resolves `node(id:)` from records that other queries have loaded, so that an object's own page shows them
 * immediately.
 */
export const nodeFromStore: MissingFieldHandler = {
  kind: 'linked',
  handle(field, record, variables) {
    const isNode = field.name === 'node' && record?.getType() === ROOT_TYPE
    const { id } = variables
    return isNode && typeof id === 'string' ? id : undefined
  },
}
